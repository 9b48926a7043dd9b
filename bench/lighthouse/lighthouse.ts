import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBare } from '#bench/baselines/baselines.ts'
import { loadLighthouse } from '#bench/browsers/index.mjs'
import { atLeast, atMost, type Figure, plain, quantile } from '#bench/figure.ts'
import { chromium } from '#test/support/browser/chromium.ts'

type Run = { scores: Record<string, number>; lcp: number; cls: number }

const bare = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bare</title>
<meta name="viewport" content="width=device-width"></head><body><h1>One line of text</h1></body></html>`

/**
 * Measures Lighthouse's mobile score of pages, medians of three runs. Nothing else may run at the same time.
 * @param pages name, URL, and goal for the largest contentful paint, as a multiple of that of one line of text from
 * bare node:http; false for pages that no search engine may list
 */
export async function measureLighthouse(
	pages: [name: string, url: string, slowest: number, isListed?: boolean][],
): Promise<Figure[]> {
	const server = await startBare({ head: ['content-type', 'text/html'], body: bare })
	const least = lcpOf(await runLighthouse(server.url).finally(() => server.stop()))
	const figures = [plain('one line of text: LCP, simulated slow phone', least, 's')]
	for (const [name, url, slowest, isListed = true] of pages) {
		const three = await runLighthouse(url)
		const score = (key: string) => middle(three.map(({ scores }) => scores[key] ?? 0))
		const lcp = lcpOf(three)
		figures.push(
			atLeast(`${name}: Lighthouse performance`, score('performance'), '', 98),
			atLeast(`${name}: Lighthouse accessibility`, score('accessibility'), '', 100),
			atLeast(`${name}: Lighthouse best practices`, score('best-practices'), '', 100),
			...(isListed ? [atLeast(`${name}: Lighthouse SEO`, score('seo'), '', 100)] : []),
			plain(`${name}: LCP, simulated slow phone`, lcp, 's'),
			atMost(`${name}: LCP / that of one line of text`, lcp / least, '×', slowest),
			atMost(`${name}: layout shift`, middle(three.map(({ cls }) => cls)), '', 0),
		)
	}
	return figures
}

const middle = (values: number[]) => quantile(values, 0.5)
const lcpOf = (three: Run[]) => middle(three.map(({ lcp }) => lcp)) / 1000

/** Runs Lighthouse on a page, each time in a new browser. */
export async function runLighthouse(url: string, times = 3): Promise<Run[]> {
	const lighthouse = await loadLighthouse()
	const done: Run[] = []
	for (let run = 0; run < times; run++) {
		const browser = await startBrowser()
		try {
			const result = await lighthouse(url, {
				port: browser.port,
				logLevel: 'error',
				output: 'json',
			})
			if (!result) throw new Error('Lighthouse gave no result')
			const { categories, audits } = result.lhr
			const scores = Object.fromEntries(Object.entries(categories).map(([key, { score }]) => [key, (score ?? 0) * 100]))
			done.push({
				scores,
				lcp: audits['largest-contentful-paint']?.numericValue ?? Number.POSITIVE_INFINITY,
				cls: audits['cumulative-layout-shift']?.numericValue ?? Number.POSITIVE_INFINITY,
			})
		} finally {
			await browser.stop()
		}
	}
	return done
}

async function startBrowser(): Promise<{ port: number; stop(): Promise<void> }> {
	const profile = await mkdtemp(join(tmpdir(), 'plaudit-chromium-'))
	const child = spawn(chromium.executablePath, [
		...chromium.args,
		'--remote-debugging-port=0',
		`--user-data-dir=${profile}`,
		'about:blank',
	])
	const port = await new Promise<number>((resolve, reject) => {
		let output = ''
		child.stderr.on('data', (chunk) => {
			output += chunk
			const found = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(output)?.[1]
			if (found) resolve(Number(found))
		})
		child.on('exit', () => reject(new Error(`Chromium ended: ${output.slice(-500)}`)))
	})
	return {
		port,
		async stop() {
			const ended = new Promise((resolve) => child.once('exit', resolve))
			child.kill('SIGTERM')
			await ended
			await rm(profile, { recursive: true, force: true, maxRetries: 5 })
		},
	}
}
