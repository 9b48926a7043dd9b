import { fileURLToPath } from 'node:url'
import { type BrowserContext, test as base, type Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type Rolldown } from 'vite'
import { chromium } from '#test/support/browser/chromium.ts'

/** Options of the test page, in its query. */
export type PageOptions = {
	kind?: 'video' | 'audio'
	max?: number
	lang?: string
	/** Without prompts when 0. */
	prompts?: number
	/** The form takes no audio. */
	withoutAudio?: boolean
}

const origin = 'http://localhost:9009'

/** Mounts the recorder as the collect form does: after a tap, with the takes that this browser kept. */
const entry = `
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { loadRecorder } from '/src/web/public/recorder/load-recorder.ts'
import * as store from '/src/web/public/recorder/takes/take-store.ts'
import '/src/web/public/collect/collect.css'

const query = new URLSearchParams(location.search)
const lang = query.get('lang') ?? 'en'
document.documentElement.lang = lang
if (lang === 'ar') document.documentElement.dir = 'rtl'
const formId = 'form-1'
const root = createRoot(document.getElementById('root'))
const log = (text) => { document.getElementById('log').textContent = text }
const prompts = ['What changed for you?', 'What surprised you?', 'Who is it for?'].slice(0, Number(query.get('prompts') ?? 3))

async function open(kind, resume) {
	const { Recorder, words } = await loadRecorder(lang)
	const close = () => root.render(null)
	const end = (text) => () => { close(); log(text) }
	root.render(createElement(Recorder, {
		key: kind, kind, formId, maxSeconds: Number(query.get('max') ?? 120), prompts, title: 'How was it?', lang, words, resume,
		onTake: (take) => { close(); log(JSON.stringify(take)) },
		onChooseFile: end('choose a file'), onUseDeviceCamera: end('device camera'), onClose: close,
		...(query.has('withoutAudio') ? {} : { onRecordAudio: () => open('audio') }),
	}))
}
document.getElementById('record').onclick = async () => open(query.get('kind') ?? 'video')
document.getElementById('kept').onclick = async () => {
	const [take] = await store.listTakes(formId)
	if (take) open(take.kind, take.id)
	else log('no take')
}
window.firstTrack = () => document.querySelector('video').srcObject.getTracks()[0]
window.takes = { list: () => store.listTakes(formId), ...store }
`

const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Recorder</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/assets/page.css"></head>
<body><main><h1>How was it?</h1><button id="record" class="btn">Record</button> <button id="kept" class="btn">Kept take</button>
<p id="log" role="status"></p></main><div id="root"></div><script type="module" src="/assets/page.js"></script></body></html>`

/** The policy of the collect page, of which the recorder must break nothing. */
const policy =
	"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; connect-src 'self'; font-src 'self'; worker-src 'self' blob:"

const virtualEntry: Plugin = {
	name: 'recorder-page',
	resolveId: (id) => (id === 'recorder-page' ? '\0recorder-page' : null),
	load: (id) => (id === '\0recorder-page' ? entry : null),
}

async function buildPage(): Promise<Map<string, string>> {
	const result = (await build({
		configFile: false,
		root: fileURLToPath(new URL('../..', import.meta.url)),
		logLevel: 'error',
		plugins: [react(), virtualEntry],
		publicDir: false,
		build: {
			write: false,
			target: 'es2023',
			modulePreload: false,
			cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
			rolldownOptions: {
				input: { page: 'recorder-page' },
				output: { entryFileNames: 'assets/[name].js', assetFileNames: 'assets/[name][extname]' },
			},
		},
	})) as Rolldown.RolldownOutput
	return new Map(
		result.output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : String(file.source)] as const),
	)
}

/** Serves the test page within a context, which needs no server. */
async function serve(context: BrowserContext, files: Map<string, string>): Promise<void> {
	await context.route(`${origin}/**`, (route) => {
		const path = new URL(route.request().url()).pathname.slice(1)
		// The build of the product leaves out the fonts of the app.
		if (path.endsWith('.woff2')) return route.fulfill({ status: 404, body: '' })
		if (path === '')
			return route.fulfill({ contentType: 'text/html', headers: { 'content-security-policy': policy }, body: html })
		const body = files.get(path)
		if (body === undefined) return route.fulfill({ status: 404, body: '' })
		return route.fulfill({ contentType: path.endsWith('.css') ? 'text/css' : 'text/javascript', body })
	})
}

/** Options of a browser with Chromium's fake devices; permission is granted without a prompt. */
export const withFakeDevices = {
	...chromium,
	args: [...chromium.args, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
}

type Fixtures = { openPage: (page: Page, options?: PageOptions) => Promise<void> }
type WorkerFixtures = { files: Map<string, string> }

/** `openPage` opens the test page; the recorder opens with its button "Record". */
export const test = base.extend<Fixtures, WorkerFixtures>({
	files: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from this pattern.
		async ({}, use) => use(await buildPage()),
		{ scope: 'worker' },
	],
	openPage: async ({ files }, use) => {
		await use(async (page, options = {}) => {
			await serve(page.context(), files)
			const query = new URLSearchParams()
			for (const [name, value] of Object.entries(options)) query.set(name, String(value))
			await page.goto(`${origin}/?${query}`)
		})
	},
})

/** The members of the store of takes that the test page offers. */
export type TakesOnPage = {
	list: () => Promise<{ id: string; seconds: number }[]>
	readTake: (id: string) => Promise<Blob>
}

declare global {
	interface Window {
		takes: TakesOnPage
		/** The camera's track, or without camera the microphone's, while it is previewed. */
		firstTrack: () => MediaStreamTrack
	}
}
