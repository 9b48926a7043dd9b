import { loadPuppeteer, type Page } from '#bench/browsers/index.mjs'
import { eventually } from './actions.ts'
import type { Engine, EngineOptions, Tab } from './tab.ts'

const devicePrefs = {
	fake: {
		'media.navigator.streams.fake': true,
		'media.navigator.permission.disabled': true,
		'media.autoplay.default': 0,
	},
	// 2 is "block".
	refused: {
		'media.navigator.streams.fake': true,
		'permissions.default.camera': 2,
		'permissions.default.microphone': 2,
	},
}

/** Starts Debian's Firefox headless, with a profile of its own. */
export async function startFirefox({ dark = false, script = true, devices }: EngineOptions = {}): Promise<Engine> {
	const problems: string[] = []
	const puppeteer = await loadPuppeteer()
	const browser = await puppeteer.launch({
		browser: 'firefox',
		executablePath: '/usr/bin/firefox-esr',
		headless: true,
		defaultViewport: { width: 1280, height: 900 },
		extraPrefsFirefox: {
			'layout.css.prefers-color-scheme.content-override': dark ? 0 : 1,
			'javascript.enabled': script,
			'intl.accept_languages': 'en-GB',
			...(devices ? devicePrefs[devices] : {}),
		},
	})
	return {
		name: `Firefox ${(await browser.version()).replace(/^.*\//, '')}`,
		async tab() {
			const page = await browser.newPage()
			page.on('pageerror', (error) => problems.push(String(error)))
			page.on('console', (message) => {
				if (['error', 'warn'].includes(message.type())) problems.push(`${message.type()}: ${message.text()}`)
			})
			return tabOf(page)
		},
		problems: () => problems.splice(0),
		close: () => browser.close(),
	}
}

const middle = `const found = document.querySelector(arguments[0])
found.scrollIntoView({ block: 'center', behavior: 'instant' })
const { x, y, width, height } = found.getBoundingClientRect()
return [x + width / 2, y + height / 2]`

function tabOf(page: Page): Tab {
	const run: Tab['run'] = (code, ...given) => {
		const body = `return (function () { ${code} })(...given)`
		return page.evaluate(new Function('...given', body) as never, ...given) as never
	}
	return {
		async go(address) {
			// Firefox reports an import as failed when the page is left, so late imports must have loaded.
			await page.goto(address, { waitUntil: ['load', 'networkidle0'] })
		},
		run,
		async click(selector) {
			// Raw pointer events: the library's own click needs scripts in the page.
			let [x, y] = await run<[number, number]>(middle, selector)
			await eventually(async () => {
				const [lastX, lastY] = [x, y]
				;[x, y] = await run<[number, number]>(middle, selector)
				return x === lastX && y === lastY
			})
			await page.mouse.click(x, y)
		},
		type: (text) => page.keyboard.type(text),
		async press(key) {
			const keys = key.split('+')
			const last = keys.pop()
			for (const held of keys) await page.keyboard.down(held)
			if (last) await page.keyboard.press(last)
			for (const held of keys.reverse()) await page.keyboard.up(held)
		},
		async choose(selector, file) {
			const field = await page.$(selector)
			await (field as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(file)
		},
		size: (width, height) => page.setViewport({ width, height }),
		picture: async () => Buffer.from(await page.screenshot({ captureBeyondViewport: false })),
		offline: (isOffline) => page.setOfflineMode(isOffline),
		close: () => page.close(),
	}
}
