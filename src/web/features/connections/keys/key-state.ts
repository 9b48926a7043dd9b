import type { ApiKeyRow } from '#shared/rows.ts'
import { capital, countWord } from '#web/features/connections/number-words.ts'

const dayMilliseconds = 86_400_000
/** Days without a use after which a key is pointed out: nine months. */
const idleDays = 274
/** Days before its end in which a key is marked; a mail is sent at the same time. */
const soonDays = 14

type Times = Pick<ApiKeyRow, 'created_at' | 'last_used_at' | 'expires_at' | 'revoked_at'>

/** True while a key opens anything. */
export const isLive = ({ revoked_at, expires_at }: Times, now = Date.now()): boolean =>
	revoked_at === null && (expires_at === null || Date.parse(expires_at) > now)

/** True for a key that was not used for nine months. */
export const isIdle = ({ created_at, last_used_at }: Times, now = Date.now()): boolean =>
	now - Date.parse(last_used_at ?? created_at) > idleDays * dayMilliseconds

/** True for a key that ends within fourteen days. */
export const endsSoon = ({ expires_at }: Times, now = Date.now()): boolean =>
	expires_at !== null && Date.parse(expires_at) - now < soonDays * dayMilliseconds

/** The heading of the list: "Five keys, one you could do without". */
export function keysTitle(keys: readonly Times[], now = Date.now()): string {
	const live = keys.filter((key) => isLive(key, now))
	if (live.length === 0) return 'No program has a key'
	const count = capital(`${countWord(live.length)} ${live.length === 1 ? 'key' : 'keys'}`)
	const idle = live.filter((key) => isIdle(key, now)).length
	if (idle > 0) return `${count}, ${idle === live.length && idle > 1 ? 'all' : countWord(idle)} you could do without`
	const ending = live.filter((key) => endsSoon(key, now)).length
	return ending > 0 ? `${count}, ${countWord(ending)} ${ending === 1 ? 'ends' : 'end'} soon` : count
}
