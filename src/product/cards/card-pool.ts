import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '#platform/config/config.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import { LruCache } from '#platform/lru-cache.ts'
import { Semaphore } from '#platform/semaphore.ts'
import { createWorkerProcesses } from '#platform/worker-processes/worker-processes.ts'
import { imageLimits } from '#shared/parser-limits.ts'
import { fontsConfig } from './draw/card-fonts.ts'
import type { CardAnswer, CardJob } from './draw/card-job.ts'

const maxWaiting = 64
const maxCacheBytes = 32 * 1024 * 1024
const fontsFolder = fileURLToPath(new URL('../../../dist/fonts', import.meta.url))

export type CardPool = ReturnType<typeof createCardPool>

/** Draws cards one at a time in a process of its own, so that walls never wait for one. */
export function createCardPool({ DATA_DIR }: Pick<Config, 'DATA_DIR'>) {
	const semaphore = new Semaphore(1, {
		maxWaiters: maxWaiting,
		refuse: () =>
			new AppError(503, 'unavailable', 'Too many pictures are being drawn. Try again in a moment.', {
				headers: { 'retry-after': '5' },
			}),
	})
	/** Finished pictures by what they were drawn from: a change of the space rarely changes its cards. */
	const drawn = new LruCache<string, Buffer>(maxCacheBytes, (png) => png.length)
	let workers: ReturnType<typeof openWorkers> | undefined

	async function openWorkers() {
		const folder = join(DATA_DIR, 'cache', 'fonts')
		await mkdir(folder, { recursive: true })
		const config = join(folder, 'fonts.conf')
		await writeFile(config, fontsConfig(fontsFolder, folder))
		return createWorkerProcesses<CardJob, CardAnswer>({
			program: fileURLToPath(new URL('./draw/card-worker.ts', import.meta.url)),
			env: { FONTCONFIG_FILE: config, PANGOCAIRO_BACKEND: 'fontconfig' },
			limits: imageLimits.cardProcess,
			idleTimeout: 300_000,
			// Pango and its companions keep some 300 KB for each card.
			maxJobs: 200,
		})
	}

	return {
		/** For /metrics. */
		stats: drawn,
		/**
		 * The card of a job as PNG.
		 * @param versions of the pictures, which identify their bytes
		 * @param prepare adds the pictures when the turn of the card comes
		 * @throws AppError 503 when too many cards wait
		 */
		async draw(
			job: Omit<CardJob, 'logo' | 'avatar' | 'photo'>,
			versions: readonly string[],
			prepare: () => Promise<Pick<CardJob, 'logo' | 'avatar' | 'photo'>>,
		): Promise<Buffer> {
			const key = createHash('sha256')
				.update(JSON.stringify([job, versions]))
				.digest('base64url')
			const known = drawn.get(key)
			if (known) return known
			return semaphore.run(async () => {
				const finished = drawn.get(key)
				if (finished) return finished
				workers ??= openWorkers().catch((error: unknown) => {
					workers = undefined
					throw error
				})
				const answer = (await (await workers).run({ ...job, ...(await prepare()) })) ?? { error: 'the process ended' }
				if ('error' in answer) throw new Error(`A card could not be drawn: ${answer.error}`)
				const png = Buffer.from(answer.png)
				drawn.set(key, png)
				return png
			})
		},
	}
}
