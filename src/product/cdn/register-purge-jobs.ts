import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import type { Config } from '#platform/config/config.ts'
import type { Deps } from '#platform/deps.ts'
import { requestGuarded } from '#platform/http/guarded-request.ts'
import type { Tx } from '#platform/pg/db.ts'
import { everythingKey, landingKey } from '#product/http/cdn-headers.ts'
import { runQuery, service } from '#product/run-query.ts'
import { takeQueuedSpaces } from './queries.ts'

/** Queued by `private.notify_space` in the transaction that changes what is public. */
const collectJob = 'collect_purges'
const sendJob = 'send_purge'
const payload = z.object({ keys: z.array(z.string()), isRepeated: z.boolean().default(false) })

/** Changes within this time share a request, and every node has heard of them before the CDN asks it again. */
const collectMilliseconds = 500
const requestMilliseconds = 5000
/** Cloudflare takes 30 tags at once, Fastly 256 keys. */
const maxKeys = 30
/** A node that lost a notification keeps a page for a minute, and the CDN may have fetched it meanwhile. */
const repeatSeconds = 65

/** Registers the purges of a CDN, if the settings name one. */
export function registerPurgeJobs({ config, db, jobs }: Deps): void {
	if (!config.CDN_PURGE_URL) return
	jobs.handle(collectJob, async (_payload, { signal }) => {
		await setTimeout(collectMilliseconds, undefined, { signal })
		await db.as(service, async (tx) => {
			const spaces = await tx.query<{ space: string }>(takeQueuedSpaces(collectJob))
			const keys = spaces.map(({ space }) => `space-${space}`)
			for (let at = 0; at < keys.length; at += maxKeys)
				await tx.query(jobs.enqueue(sendJob, { keys: keys.slice(at, at + maxKeys) }))
		})
	})
	jobs.handle(sendJob, async (message, { signal }) => {
		const { keys, isRepeated } = payload.parse(message)
		await sendPurge(config, keys, signal)
		if (isRepeated) return
		await runQuery(db, service, jobs.enqueue(sendJob, { keys, isRepeated: true }, repeatSeconds))
	})
}

/** Queues the purge of the page at `/` in the transaction that changes what it shows. */
export async function purgeLanding({ config, jobs }: Pick<Deps, 'config' | 'jobs'>, tx: Tx): Promise<void> {
	if (config.CDN_PURGE_URL) await tx.query(jobs.enqueue(sendJob, { keys: [landingKey] }))
}

/** Queues the purge of everything: pages of a former version name scripts that are no longer served. */
export async function purgeEverything({ config, db, jobs }: Deps): Promise<void> {
	if (!config.CDN_PURGE_URL) return
	await runQuery(db, service, jobs.enqueue(sendJob, { keys: [everythingKey], isRepeated: true }))
}

/**
 * Sends keys to CDN_PURGE_URL. The operator chose the address, so that it may be private; a redirect is a failure.
 * @throws when the answer is not 2xx, or none comes
 */
async function sendPurge(config: Config, keys: readonly string[], signal: AbortSignal): Promise<void> {
	const { CDN_PURGE_URL, CDN_PURGE_TOKEN: token, CDN_PURGE_FORMAT: format } = config
	const names = { keys: 'keys', cloudflare: 'tags', fastly: 'surrogate_keys' }
	const credentials = format === 'fastly' ? { 'fastly-key': token } : { authorization: `Bearer ${token}` }
	const request = {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			'user-agent': 'Plaudit (+purge)',
			...(token ? credentials : {}),
		},
		body: JSON.stringify({ [names[format]]: keys }),
		mayConnect: () => true,
		signal: AbortSignal.any([AbortSignal.timeout(requestMilliseconds), signal]),
	}
	await requestGuarded(new URL(CDN_PURGE_URL ?? ''), request, async ({ statusCode = 0 }) => {
		if (statusCode < 200 || statusCode > 299) throw new Error(`CDN_PURGE_URL answered ${statusCode}.`)
	})
}
