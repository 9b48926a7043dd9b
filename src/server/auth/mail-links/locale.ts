import type { Context } from 'hono'
import type { Env } from '#server/deps.ts'

/**
 * What a reader reads, as Accept-Language writes it: their own `locale`, else what the browser said that asked for the mail.
 * The mailer chooses among the languages that it has.
 */
export function readLocale(
	c: Context<Env>,
	metadata: Record<string, unknown> | undefined,
): string | undefined {
	const own = metadata?.locale
	if (typeof own === 'string' && /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*$/.test(own)) return own
	return c.req.header('accept-language')?.slice(0, 500)
}
