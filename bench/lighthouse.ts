import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '#test/chromium.ts'
import { atLeast, atMost, type Figure } from './figure.ts'

/**
 * Lighthouse's mobile verdict, the median of three runs. Nothing else may run meanwhile.
 * @param slowest goal for the largest paint, in seconds
 */
export async function measureLighthouse(
	name: string,
	url: string,
	slowest: number,
): Promise<Figure[]> {
	const { default: lighthouse } = await import('lighthouse')
	const runs: { scores: Record<string, number>; lcp: number; cls: number }[] = []
	for (let run = 0; run < 3; run++) {
		const browser = await startBrowser()
		try {
			const result = await lighthouse(url, {
				port: browser.port,
				logLevel: 'error',
				output: 'json',
			})
			if (!result) throw new Error('Lighthouse gave no result')
			const { categories, audits } = result.lhr
			const scores = Object.fromEntries(
				Object.entries(categories).map(([key, { score }]) => [key, (score ?? 0) * 100]),
			)
			runs.push({
				scores,
				lcp: audits['largest-contentful-paint']?.numericValue ?? Number.POSITIVE_INFINITY,
				cls: audits['cumulative-layout-shift']?.numericValue ?? Number.POSITIVE_INFINITY,
			})
		} finally {
			await browser.stop()
		}
	}
	const middle = (values: number[]) => values.toSorted((a, b) => a - b)[1] ?? 0
	const score = (key: string) => middle(runs.map(({ scores }) => scores[key] ?? 0))
	return [
		atLeast(`${name}: Lighthouse performance`, score('performance'), '', 98),
		atLeast(`${name}: Lighthouse accessibility`, score('accessibility'), '', 100),
		atLeast(`${name}: Lighthouse best practices`, score('best-practices'), '', 100),
		atLeast(`${name}: Lighthouse SEO`, score('seo'), '', 100),
		atMost(
			`${name}: LCP, simulated slow phone`,
			middle(runs.map(({ lcp }) => lcp)) / 1000,
			's',
			slowest,
		),
		atMost(`${name}: layout shift`, middle(runs.map(({ cls }) => cls)), '', 0),
	]
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
