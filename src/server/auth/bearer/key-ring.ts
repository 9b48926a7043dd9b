import type { Logger } from 'pino'
import { unseal } from '#server/auth/factors/sealed-secret.ts'
import {
	type Jwk,
	publicJwk,
	type SigningKey,
	signingKey,
	type VerificationKey,
	verificationKey,
} from '#server/jwk.ts'
import type { Keys } from '#server/keys.ts'
import type { Db } from '#server/pg/db.ts'
import { authService } from './service-role.ts'
import { type SigningKeyRow, signingKeys } from './signing-key-queries.ts'

/** Keys that change while the server runs. */
export type KeyRing = Keys & {
	/** Begins to follow rotations: by notice, and by asking now and then should a notice be lost. */
	follow(): Promise<void>
	reload(): Promise<void>
	close(): void
}
type Present = Pick<Keys, 'signing' | 'verification' | 'publicJwks'>

/** Under what the private half of a key is encrypted in the database. */
export const sealPurpose = (kid: string) => `signing-key/${kid}`

const askSeconds = 10

/**
 * Joins the keys that files and settings give with those that rotation made (auth.md §5.2).
 * @throws Error when the database holds keys that this installation's secret cannot open
 */
export async function openKeyRing(first: Keys, db: Db, log: Logger): Promise<KeyRing> {
	let present: Present = first
	let seen = ''
	let timer: NodeJS.Timeout | undefined
	let nextStart: NodeJS.Timeout | undefined

	async function reload(): Promise<void> {
		const rows = await db.as(authService, (tx) => tx.final<SigningKeyRow>(signingKeys()), {
			readOnly: true,
		})
		const soonest = Math.min(...rows.map((row) => row.starts_in).filter((seconds) => seconds > 0))
		clearTimeout(nextStart)
		if (timer && soonest < askSeconds) nextStart = setTimeout(tryReload, soonest * 1000 + 1).unref()
		const state = rows.map(({ kid, may_sign, verifies }) => `${kid} ${may_sign} ${verifies}`).join()
		// The same map as long as nothing changed: whoever remembers tokens forgets them with the map.
		if (state === seen) return
		present = join(first, rows)
		seen = state
	}
	const tryReload = () =>
		void reload().catch((error) => log.warn({ err: error }, 'signing keys cannot be read'))

	await reload()
	return {
		...first,
		get signing() {
			return present.signing
		},
		get verification() {
			return present.verification
		},
		get publicJwks() {
			return present.publicJwks
		},
		reload,
		async follow() {
			timer = setInterval(tryReload, askSeconds * 1000).unref()
			await db.listen('auth_signing_keys', tryReload, tryReload)
			await reload()
		},
		close() {
			clearInterval(timer)
			clearTimeout(nextStart)
			timer = undefined
		},
	}
}

function join(first: Keys, rows: readonly SigningKeyRow[]): Present {
	const ended = new Set(rows.filter(({ verifies }) => !verifies).map(({ kid }) => kid))
	const made = rows.filter(({ verifies, sealed }) => verifies && sealed)
	const opened = made.map((row) => ({ ...row, jwk: open(row, first.secret) }))
	const verification = new Map<string, VerificationKey>(
		[...first.verification].filter(([kid]) => !ended.has(kid)),
	)
	for (const { kid, jwk } of opened) verification.set(kid, verificationKey(jwk))
	const newest = opened.find(({ may_sign: maySign }) => maySign)
	return {
		signing: (newest && (signingKey(newest.jwk) as SigningKey)) ?? first.signing,
		verification,
		publicJwks: {
			keys: [
				...opened.map(({ jwk }) => publicJwk(jwk)),
				...first.publicJwks.keys.filter(({ kid }) => !ended.has(String(kid))),
			],
		},
	}
}

function open({ kid, sealed }: SigningKeyRow, secret: Buffer): Jwk {
	try {
		return JSON.parse(unseal(sealed ?? Buffer.alloc(0), secret, sealPurpose(kid)).toString())
	} catch (cause) {
		throw new Error(
			'The signing keys in the database were made with another keys.json (or JWT_KEYS). Restore that one; if it is lost, run: plaudit keys reset',
			{ cause },
		)
	}
}
