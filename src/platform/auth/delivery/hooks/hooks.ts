import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { readDatabaseError } from '#platform/auth/database-errors.ts'
import { AuthError } from '#platform/auth/errors.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import type { Deps } from '#platform/deps.ts'
import type { Db, Tx } from '#platform/pg/db.ts'
import { HookRefusal, hookFailure, hookOverSize, hookTimeout, maxHookBytes } from './hook-errors.ts'
import { callHookFunction, setStatementTimeout } from './hook-queries.ts'
import { httpHook } from './http-hook.ts'
import type { HookName, HookTarget } from './settings.ts'
import { createTimingEqualizer } from './timing-equalizer.ts'

export type Hook = {
	/**
	 * Calls the hook and returns its answer, an empty object when it has none.
	 * @param input the payload without its `metadata`
	 * @param call the client's address, and the transaction that depends on the answer, if there is one
	 * @throws HookRefusal when the hook refuses; other AuthErrors when it fails
	 */
	run(input: Record<string, unknown>, call: HookCall): Promise<Record<string, unknown>>
	/** Calls no one and takes as long as a call (timing-equalizer.ts). @throws AuthError while calls fail */
	simulate(): Promise<void>
}
export type HookCall = { ip: string; tx?: Tx }

/** The setting of each hook, and its name in the payload's metadata. */
const hookTable = {
	sendEmail: ['SEND_EMAIL', 'send-email'],
	sendSms: ['SEND_SMS', 'send-sms'],
	customAccessToken: ['CUSTOM_ACCESS_TOKEN', 'customize-access-token'],
	passwordVerification: ['PASSWORD_VERIFICATION_ATTEMPT', 'password-verification'],
	mfaVerification: ['MFA_VERIFICATION_ATTEMPT', 'mfa-verification'],
	beforeUserCreated: ['BEFORE_USER_CREATED', 'before-user-created'],
	afterUserCreated: ['AFTER_USER_CREATED', 'after-user-created'],
} as const satisfies Record<string, [HookName, string]>

/** The operator's hooks; undefined for those that are not set. */
export type Hooks = Record<keyof typeof hookTable, Hook | undefined>

/** Statement timeouts in milliseconds: of the function, and of the other statements of a transaction (pg/db.ts). */
const hookStatementTimeout = 2000
const defaultStatementTimeout = 10_000
const queryCanceled = '57014'

/** Duration that is simulated before the first call. */
const unmeasuredMilliseconds = 20
const refusal = z.object({
	error: z.object({ http_code: z.unknown().optional(), message: z.string().min(1) }),
})
const answerObject = z.record(z.string(), z.unknown())

const transactionHooks = ['sendEmail', 'customAccessToken', 'mfaVerification', 'beforeUserCreated'] as const

/** True when a configured hook runs inside transactions, which then hold their connections longer. */
export function hasTransactionHooks(hooks: Hooks): boolean {
	return transactionHooks.some((name) => hooks[name])
}

/** Creates the hooks of the settings. */
export function createHooks({ config, db, log }: Pick<Deps, 'config' | 'db' | 'log'>): Hooks {
	const open = (setting: HookName, name: string): Hook | undefined => {
		const target = config[`HOOK_${setting}_URI`]
		if (!target) return undefined
		const dispatch =
			target.kind === 'function'
				? functionHook(target, db)
				: parseJsonAnswer(
						httpHook({
							uri: target.uri,
							secrets: config[`HOOK_${setting}_SECRETS`] ?? [],
							allowPrivate: config.HOOKS_ALLOW_PRIVATE,
						}),
					)
		const { observe, simulate } = createTimingEqualizer(
			unmeasuredMilliseconds,
			(error) => error instanceof AuthError && !(error instanceof HookRefusal),
		)
		const run = async (input: Record<string, unknown>, { ip, tx }: HookCall) => {
			const metadata = {
				uuid: randomUUID(),
				time: new Date().toISOString(),
				name,
				...(ip ? { ip_address: ip } : {}),
			}
			try {
				return readAnswer(await dispatch(JSON.stringify({ metadata, ...input }), tx))
			} catch (error) {
				if (!(error instanceof HookRefusal)) log.warn({ err: error, hook: name }, 'a hook failed')
				throw error
			}
		}
		return { run: (input, call) => observe(() => run(input, call)), simulate }
	}

	return Object.fromEntries(
		Object.entries(hookTable).map(([key, [setting, name]]) => [key, open(setting, name)]),
	) as Hooks
}

function parseJsonAnswer(post: (payload: string) => Promise<string | undefined>) {
	return async (payload: string): Promise<unknown> => {
		const text = await post(payload)
		if (text === undefined) return undefined
		try {
			return JSON.parse(text)
		} catch {
			// Without the cause: it repeats the answer, which must not be logged.
			throw hookFailure('Error unmarshaling JSON output.')
		}
	}
}

/** A `null` body is empty; any other non-object is an error. An `error` without a message is ignored, as in Supabase Auth. */
function readAnswer(answer: unknown): Record<string, unknown> {
	if (answer === undefined || answer === null) return {}
	const refused = refusal.safeParse(answer)
	if (refused.success) {
		const { http_code: status = 500, message } = refused.data.error
		throw new HookRefusal(status, message)
	}
	const read = answerObject.safeParse(answer)
	if (!read.success) throw hookFailure('Error unmarshaling JSON output.')
	return read.data
}

/**
 * A hook that is a database function, with two seconds. Inside a transaction it sees earlier writes, and its exception
 * rolls them back.
 */
function functionHook(target: HookTarget & { kind: 'function' }, db: Pick<Db, 'as'>) {
	const { schema, name, uri } = target
	const call = async (payload: string, tx: Tx | undefined) => {
		const query = callHookFunction(schema, name, payload)
		if (!tx)
			return db.as(authServiceRole, (own) => own.final<{ answer: unknown }>(query), {
				statementTimeout: hookStatementTimeout,
			})
		const [, rows] = await Promise.all([
			tx.query(setStatementTimeout(hookStatementTimeout)),
			tx.query<{ answer: unknown }>(query),
			tx.query(setStatementTimeout(defaultStatementTimeout)),
		])
		return rows
	}
	return async (payload: string, tx?: Tx): Promise<unknown> => {
		if (Buffer.byteLength(payload) > maxHookBytes) throw hookOverSize()
		try {
			const [row] = await call(payload, tx)
			return row?.answer ?? undefined
		} catch (error) {
			if (readDatabaseError(error)?.code === queryCanceled) throw hookTimeout(hookStatementTimeout / 1000, error)
			throw hookFailure(`Error running hook URI: ${uri}`, error)
		}
	}
}
