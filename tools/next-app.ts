import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium as browsers, type Page } from '@playwright/test'
import { chromium } from '#test/support/browser/chromium.ts'
import { freePort } from '#test/support/http/free-port.ts'
import { packReactPackage, reactPackage } from '#test/support/packages/react-package.ts'
import { makeSpace, submitTestimonial } from '#test/support/product/make-space.ts'
import { startServer } from '#test/support/server-process.ts'

/**
 * Builds and opens the example of packages/react with the real Next.js, which npm installs into a temporary folder (340 MB, about three
 * minutes). Run: `node tools/next-app.ts [--app FOLDER]`; a folder that has Next.js already is taken as it is.
 */
const words = [
	'They sing.\nTwo <lines>.',
	'The quietest week of my life.',
	'كنت أخاف من الماء.',
	'Good boats.',
	'Midges.',
]
const given = process.argv[2] === '--app' ? process.argv[3] : undefined
const folder = given ?? mkdtempSync(join(tmpdir(), 'plaudit-next-'))
const server = await startServer({ RATE_LIMITS: 'off' })
let site: ChildProcess | undefined
try {
	const env = await publishWords()
	installApp()
	execFileSync('npx', ['next', 'build'], { cwd: folder, env, stdio: 'inherit' })
	const port = await freePort()
	const url = `http://localhost:${port}`
	site = spawn('npx', ['next', 'start', '-p', String(port)], { cwd: folder, env, stdio: 'ignore', detached: true })
	while (!(await fetch(url).catch(() => null))?.ok) await new Promise((resolve) => setTimeout(resolve, 200))
	const browser = await browsers.launch(chromium)
	try {
		await checkWithoutScript(await browser.newPage({ javaScriptEnabled: false }), url)
		await checkWithScript(await browser.newPage(), url)
	} finally {
		await browser.close()
	}
	console.log('The example shows its testimonials with and without JavaScript; nothing moved and nothing was logged.')
} finally {
	if (site?.pid) process.kill(-site.pid)
	await server.stop()
	if (!given) rmSync(folder, { recursive: true, force: true })
}

async function publishWords(): Promise<NodeJS.ProcessEnv> {
	const space = await makeSpace(server.url)
	let first = ''
	for (const body of words) {
		const { id } = await submitTestimonial(server.url, space, { body })
		await space.client.from('testimonials').update({ status: 'approved' }).eq('id', id).throwOnError()
		first ||= id
	}
	const shown = { layout: 'masonry', is_published: true }
	const walls = space.client.from('walls').update(shown).eq('id', space.wallId).select('slug')
	const { data } = await walls.single().throwOnError()
	return {
		...process.env,
		NEXT_TELEMETRY_DISABLED: '1',
		PLAUDIT_URL: server.url,
		PLAUDIT_WALL: data.slug,
		PLAUDIT_FORM: space.slug,
		PLAUDIT_TESTIMONIAL: first,
	}
}

function installApp(): void {
	const example = join(reactPackage, 'examples/next')
	cpSync(example, folder, { recursive: true })
	const tarball = packReactPackage(folder)
	const described = JSON.parse(readFileSync(join(example, 'package.json'), 'utf8'))
	described.dependencies['@plaudit/react'] = `file:${tarball}`
	writeFileSync(join(folder, 'package.json'), JSON.stringify(described))
	// npm takes a tarball of the same version for the same package.
	for (const old of ['package-lock.json', 'node_modules/@plaudit'])
		rmSync(join(folder, old), { recursive: true, force: true })
	execFileSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' })
}

async function checkWithoutScript(page: Page, url: string): Promise<void> {
	await page.goto(url)
	for (const text of ['Two <lines>.', 'The quietest week of my life.'])
		await page.getByText(text).last().waitFor({ state: 'visible' })
	await page.getByRole('link', { name: 'Tell us how it went' }).waitFor()
}

/** Opens the page, follows a link of the router and returns, under strict mode. */
async function checkWithScript(page: Page, url: string): Promise<void> {
	const problems: string[] = []
	page.on('pageerror', (error) => problems.push(error.message))
	page.on('console', (entry) => ['error', 'warning'].includes(entry.type()) && problems.push(entry.text()))
	const requests: string[] = []
	page.on('request', (request) => requests.push(request.url()))
	await page.addInitScript(() => {
		const shifts: number[] = []
		Object.assign(window, { shifts })
		const observer = new PerformanceObserver((list) => {
			for (const entry of list.getEntries()) shifts.push((entry as { value?: number }).value ?? 0)
		})
		observer.observe({ type: 'layout-shift', buffered: true })
	})
	await page.goto(url, { waitUntil: 'networkidle' })
	await page.getByRole('button', { name: 'More' }).click()
	await page.getByRole('listitem').filter({ hasText: 'Midges. (' }).waitFor()
	await page.getByRole('link', { name: 'The same again' }).click()
	await page.getByRole('heading', { name: 'Again' }).waitFor()
	await page.locator('plaudit-wall').getByText('Good boats.').waitFor({ state: 'visible' })
	await page.waitForLoadState('networkidle')
	const fetched = requests.filter((request) => request.includes('/embed/'))
	if (fetched.length !== 1) problems.push(`scripts and walls that the browser requested: ${fetched.join(', ')}`)
	const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
	if (shifts.some((shift) => shift > 0)) problems.push(`layout shifts: ${shifts.join(', ')}`)
	if (problems.length > 0) throw new Error(problems.join('\n'))
}
