import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine, EngineOptions, Tab } from './tab.ts'

const miniBrowser = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'

/** DOM key names and their WebDriver codes: https://www.w3.org/TR/webdriver2/#keyboard-actions. */
const keyCodes: Record<string, string> = {
	Backspace: '\uE003',
	Tab: '\uE004',
	Enter: '\uE007',
	Shift: '\uE008',
	Control: '\uE009',
	Alt: '\uE00A',
	Escape: '\uE00C',
	Space: ' ',
	End: '\uE010',
	Home: '\uE011',
	ArrowLeft: '\uE012',
	ArrowUp: '\uE013',
	ArrowRight: '\uE014',
	ArrowDown: '\uE015',
}

type Ask = <T = unknown>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<T>

/**
 * Starts WebKitGTK's MiniBrowser on a virtual display and drives it by WebDriver (https://www.w3.org/TR/webdriver2/).
 */
export async function startWebKit({ dark = false, script = true }: EngineOptions = {}): Promise<Engine> {
	const folder = await mkdtemp(join(tmpdir(), 'plaudit-webkit-'))
	const display = await startDisplay()
	const { driver, url } = await startDriver({
		...process.env,
		DISPLAY: display.name,
		HOME: folder,
		XDG_CACHE_HOME: folder,
		XDG_DATA_HOME: folder,
		MESA_SHADER_CACHE_DISABLE: 'true',
		WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
	})
	const ask: Ask = async (method, path, body) => {
		const answer = await fetch(url + path, {
			method,
			...(body ? { body: JSON.stringify(body) } : {}),
		})
		const { value } = (await answer.json()) as { value: never }
		if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
		return value
	}
	const args = [
		'--automation',
		// Without it the window has a toolbar that is wider than a phone.
		'--full-screen',
		...(dark ? ['--dark-mode'] : []),
		...(script ? [] : ['--enable-javascript-markup=false']),
	]
	const { sessionId, capabilities } = await ask<{
		sessionId: string
		capabilities: { browserVersion: string }
	}>('POST', '/session', {
		capabilities: {
			alwaysMatch: { 'webkitgtk:browserOptions': { binary: miniBrowser, args } },
		},
	})
	const within: Ask = (method, path, body) => ask(method, `/session/${sessionId}${path}`, body)
	// Only the window that the browser opens by itself has no toolbar.
	let first = await within<string | undefined>('GET', '/window')
	return {
		name: `WebKitGTK ${capabilities.browserVersion}`,
		tab: async () => {
			const opened = first ?? (await openWindow(within))
			first = undefined
			return tabOf(within, opened)
		},
		problems: () => [],
		async close() {
			await ask('DELETE', `/session/${sessionId}`)
			const ended = once(driver, 'exit')
			driver.kill()
			await ended
			display.stop()
			await rm(folder, { recursive: true, force: true })
		},
	}
}

async function startDriver(env: NodeJS.ProcessEnv): Promise<{ driver: ChildProcess; url: string }> {
	const port = 4700 + (process.pid % 200)
	const driver = spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' })
	const url = `http://127.0.0.1:${port}`
	for (;;) {
		if (driver.exitCode !== null) throw new Error('WebKitWebDriver did not start')
		const ready = await fetch(`${url}/status`).then(
			(answer) => answer.ok,
			() => false,
		)
		if (ready) return { driver, url }
		await new Promise((resolve) => setTimeout(resolve, 50))
	}
}

const openWindow = async (ask: Ask) => (await ask<{ handle: string }>('POST', '/window/new', { type: 'window' })).handle

function tabOf(ask: Ask, handle: string): Tab {
	const element = 'element-6066-11e4-a52e-4f735466cecf'
	/** Every command goes to the tab in the foreground. */
	const here: Ask = async (method, path, body) => {
		await ask('POST', '/window', { handle })
		return ask(method, path, body)
	}
	const find = async (selector: string) => {
		const found = await here<Record<string, string>>('POST', '/element', {
			using: 'css selector',
			value: selector,
		})
		return `/element/${found[element]}`
	}
	const keys = (actions: object[]) => here('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
	return {
		go: async (address) => {
			await here('POST', '/url', { url: address })
		},
		run: (code, ...given) => here('POST', '/execute/sync', { script: code, args: given }),
		async click(selector) {
			await here('POST', `${await find(selector)}/click`, {})
		},
		async type(text) {
			await keys(
				[...text].flatMap((value) => [
					{ type: 'keyDown', value },
					{ type: 'keyUp', value },
				]),
			)
		},
		async press(key) {
			const values = key.split('+').map((name) => keyCodes[name] ?? name)
			await keys([
				...values.map((value) => ({ type: 'keyDown', value })),
				...values.reverse().map((value) => ({ type: 'keyUp', value })),
			])
		},
		async choose(selector, file) {
			await here('POST', `${await find(selector)}/value`, { text: file })
		},
		async size(width, height) {
			await here('POST', '/window/rect', { width, height })
			const script = 'return innerHeight'
			const inner = await here<number>('POST', '/execute/sync', { script, args: [] })
			if (inner < height) await here('POST', '/window/rect', { width, height: 2 * height - inner })
		},
		picture: async () => Buffer.from(await here<string>('GET', '/screenshot'), 'base64'),
		offline: () => Promise.reject(new Error('WebKitWebDriver cannot take a page off the network.')),
		async close() {
			await here('DELETE', '/window')
		},
	}
}

/** Starts a virtual X server on a display number of its own choice. */
async function startDisplay(): Promise<{ name: string; stop(): void }> {
	const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x6000x24', '-nolisten', 'tcp'], {
		stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
	})
	const number = await new Promise<string>((resolve, reject) => {
		server.on('error', reject)
		server.on('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)))
		server.stdio[3]?.once('data', (chunk) => resolve(String(chunk).trim()))
	})
	return { name: `:${number}`, stop: () => server.kill() }
}
