import type { Deps } from '#platform/deps.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import type { Claims } from '#platform/pg/db.ts'
import { keyOf } from '#product/api-keys/require-scope.ts'
import { invalid } from '#product/http/errors.ts'
import type { JsonObject } from '#product/http/json-body.ts'
import { privateJson } from '#product/http/private-json.ts'
import { readQuery, runQuery } from '#product/run-query.ts'
import { createDiskGuard } from '#product/testimonials/disk-guard.ts'
import { type SuggestedInvitation, suggestedInvitation } from '#shared/mail/suggested-invitation.ts'
import { createEventRate } from './event-rate.ts'
import { createEventStore } from './event-store.ts'
import { parseEvent } from './parse-event.ts'
import { type FormToAsk, formToAsk, maySendEvents, type TakenEvent, takeCustomerEvent } from './queries.ts'

/**
 * POST /functions/v1/events-in: stores what happened to a customer, such as an order paid, once for each reference. 202 after a
 * durable commit. With `ask` the customer is invited at once, under the limits of every invitation.
 */
export function postEvent(deps: Deps): Handler<JsonObject> {
	const { config, db, identify } = deps
	const requireRate = createEventRate(db, config.RATE_LIMITS)
	const requireDiskSpace = createDiskGuard(config.DATA_DIR, config.MIN_FREE_DISK_MB)
	const storeOfKey = createEventStore(db)

	async function wordsFor(
		claims: Claims,
		space: string,
		name: string,
	): Promise<SuggestedInvitation & { form: string }> {
		const [row] = await readQuery<{ form: FormToAsk | null }>(db, claims, formToAsk(space, name), space)
		if (!row?.form) throw invalid({ 'ask.form': 'This space has no such form.' })
		if (!row.form.is_open) throw invalid({ 'ask.form': 'This form is closed. Open it before you invite customers.' })
		return { form: row.form.id, ...suggestedInvitation(row.form.locale) }
	}

	async function requireSender(claims: Claims, space: string): Promise<void> {
		const [row] = await readQuery<{ may_send: boolean }>(db, claims, maySendEvents(space), space)
		if (!row?.may_send) throw mayNotSend()
	}

	return async (x, body) => {
		const { claims } = await identify(x)
		await requireDiskSpace()
		const parsed = parseEvent(body)
		if ('problems' in parsed) throw invalid(parsed.problems)
		const { event, ask } = parsed
		const space = spaceOf(claims, parsed.spaceId)
		// Before it counts: strangers who name a space would use up what it may send.
		if (!keyOf(claims)) await requireSender(claims, space)
		await requireRate(space)
		try {
			const key = keyOf(claims)
			if (key && !ask) return privateJson(await storeOfKey(claims, key, event), 202)
			const words = ask && (await wordsFor(claims, space, ask.form))
			const [row] = await runQuery<{ taken: TakenEvent }>(db, claims, takeCustomerEvent(space, event, words), {
				shardKey: space,
			})
			return privateJson(row?.taken, 202)
		} catch (error) {
			throw toAppError(error)
		}
	}
}

/** A key is of one space; a member names theirs. */
function spaceOf(claims: Claims, named: string | null): string {
	const key = keyOf(claims)
	if (key && named !== null && named !== key.space) throw mayNotSend()
	const space = key?.space ?? named
	if (space === null) throw invalid({ space_id: 'Name the space, or send the event with a key of it.' })
	return space
}

function mayNotSend(cause?: unknown): AppError {
	return new AppError(403, 'forbidden', 'Only editors and owners of a space, and its keys, may send it events.', {
		cause,
	})
}

function toAppError(error: unknown): unknown {
	const { code, column, message } = error as { code?: string; column?: string; message?: string }
	if (code === '42501') return mayNotSend(error)
	if (code === '22023' && column && message) return invalid({ [column]: message })
	return error
}
