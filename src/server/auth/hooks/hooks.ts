import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Config } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'
import type { Tx } from '#server/pg/db.ts'
import { functionHook } from './function-hook.ts'
import { HookRefusal, hookFailure } from './hook-errors.ts'
import { httpHook } from './http-hook.ts'
import { createImitation } from './imitation.ts'
import type { HookName } from './settings.ts'

export type Hook = {
	/**
	 * Calls the hook and returns what it said, an empty object when it said nothing.
	 * @param input the payload beside its `metadata`
	 * @param call who asked, and the transaction that the answer decides upon, if there is one
	 * @throws HookRefusal when the hook refuses; other AuthErrors when it fails
	 */
	run(input: Record<string, unknown>, call: HookCall): Promise<Record<string, unknown>>
	/** Calls nobody and looks like it from outside (imitation.ts). @throws AuthError when the last call failed */
	pretend(): Promise<void>
}
export type HookCall = { ip: string; tx?: Tx }

/** The operator's hooks (auth.md 6.8); nothing for one that is not set. */
export type Hooks = {
	sendEmail: Hook | undefined
	sendSms: Hook | undefined
	customAccessToken: Hook | undefined
	passwordVerification: Hook | undefined
	mfaVerification: Hook | undefined
	beforeUserCreated: Hook | undefined
	afterUserCreated: Hook | undefined
}

const refusal = z.object({
	error: z.object({ http_code: z.unknown().optional(), message: z.string().min(1) }),
})
const answerForm = z.record(z.string(), z.unknown())

/** Whether a hook of the settings may speak inside a transaction, which then holds its connection for longer than the database needs. */
export function speaksInside({
	HOOK_SEND_EMAIL_URI: mail,
	HOOK_CUSTOM_ACCESS_TOKEN_URI: token,
	HOOK_MFA_VERIFICATION_ATTEMPT_URI: factor,
	HOOK_BEFORE_USER_CREATED_URI: newcomer,
}: Config): boolean {
	return Boolean(mail || token || factor || newcomer)
}

/** Builds the hooks that the settings name. */
export function createHooks({ config, db, log }: Pick<Deps, 'config' | 'db' | 'log'>): Hooks {
	const open = (setting: HookName, name: string): Hook | undefined => {
		const target = config[`HOOK_${setting}_URI`]
		if (!target) return undefined
		const dispatch =
			target.kind === 'function'
				? functionHook(target, db)
				: fromText(
						httpHook({
							uri: target.uri,
							secrets: config[`HOOK_${setting}_SECRETS`] ?? [],
							allowPrivate: config.HOOKS_ALLOW_PRIVATE,
						}),
					)
		const { observe, imitate } = createImitation()
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
		return { run: (input, call) => observe(() => run(input, call)), pretend: imitate }
	}

	return {
		sendEmail: open('SEND_EMAIL', 'send-email'),
		sendSms: open('SEND_SMS', 'send-sms'),
		customAccessToken: open('CUSTOM_ACCESS_TOKEN', 'customize-access-token'),
		passwordVerification: open('PASSWORD_VERIFICATION_ATTEMPT', 'password-verification'),
		mfaVerification: open('MFA_VERIFICATION_ATTEMPT', 'mfa-verification'),
		beforeUserCreated: open('BEFORE_USER_CREATED', 'before-user-created'),
		afterUserCreated: open('AFTER_USER_CREATED', 'after-user-created'),
	}
}

function fromText(post: (payload: string) => Promise<string | undefined>) {
	return async (payload: string): Promise<unknown> => {
		const text = await post(payload)
		if (text === undefined) return undefined
		try {
			return JSON.parse(text)
		} catch {
			// Without the cause: it repeats what the hook said, and that is not for the log.
			throw hookFailure('Error unmarshaling JSON output.')
		}
	}
}

/** A body of `null` says nothing; any other that is no object is a mistake. An `error` without words is none, as in the reference. */
function readAnswer(answer: unknown): Record<string, unknown> {
	if (answer === undefined || answer === null) return {}
	const refused = refusal.safeParse(answer)
	if (refused.success) {
		const { http_code: status = 500, message } = refused.data.error
		throw new HookRefusal(status, message)
	}
	const read = answerForm.safeParse(answer)
	if (!read.success) throw hookFailure('Error unmarshaling JSON output.')
	return read.data
}
