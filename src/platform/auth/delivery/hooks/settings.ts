import { z } from 'zod'

/** Hook names in the settings `HOOK_<NAME>_URI` and `HOOK_<NAME>_SECRETS`, as in Supabase Auth without its prefix. */
export const hookNames = [
	'SEND_EMAIL',
	'SEND_SMS',
	'CUSTOM_ACCESS_TOKEN',
	'PASSWORD_VERIFICATION_ATTEMPT',
	'MFA_VERIFICATION_ATTEMPT',
	'BEFORE_USER_CREATED',
	'AFTER_USER_CREATED',
] as const
export type HookName = (typeof hookNames)[number]

/** A URL that is posted to, or a database function. `uri` is the text of the setting. */
export type HookTarget = { kind: 'http'; uri: string } | { kind: 'function'; uri: string; schema: string; name: string }

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']
const functionUriPattern = /^pg-functions:\/\/[^/]+\/([A-Za-z_][\w$]{0,62})\/([A-Za-z_][\w$]{0,62})$/

/** True for a host name of this machine. */
export function isLoopbackHost({ hostname }: URL): boolean {
	return loopbackHosts.includes(hostname)
}

const target = z.string().transform((uri, context): HookTarget => {
	const problem = (message: string) => {
		context.addIssue(message)
		return z.NEVER
	}
	if (uri.startsWith('pg-functions:')) {
		const [, schema, name] = functionUriPattern.exec(uri) ?? []
		if (!schema || !name) return problem('a function is named pg-functions://postgres/<schema>/<function>')
		return { kind: 'function', uri, schema, name }
	}
	const url = URL.canParse(uri) ? new URL(uri) : undefined
	if (!url || !/^https?:$/.test(url.protocol))
		return problem('must be https://… or pg-functions://postgres/<schema>/<function>')
	if (url.username || url.password) return problem('must not carry credentials')
	if (url.protocol === 'http:' && !isLoopbackHost(url))
		return problem('http is for localhost, 127.0.0.1 and [::1] alone; everywhere else use https')
	return { kind: 'http', uri }
})

/** Several secrets during a rotation, separated by `|` or commas; the comma after `v1` belongs to a secret. */
const secrets = z
	.string()
	.transform((text) => text.split(/\s*(?:\||,(?=\s*v1,))\s*/).filter(Boolean))
	.pipe(
		z.array(
			z
				.string()
				.trim()
				.regex(/^v1,whsec_[A-Za-z0-9+/]{32,}={0,2}$/, 'each is v1,whsec_ and at least 24 bytes in base64'),
		),
	)

const uri = target.optional()
const keys = secrets.optional()
type HookSettings = { [name in HookName as `HOOK_${name}_URI`]: typeof uri } & {
	[name in HookName as `HOOK_${name}_SECRETS`]: typeof keys
}

/** The settings of all hooks; a hook is on when its URI is set. */
export const hookSettings = Object.fromEntries(
	hookNames.flatMap((name) => [
		[`HOOK_${name}_URI`, uri],
		[`HOOK_${name}_SECRETS`, keys],
	]),
) as HookSettings

type RawSettings = Readonly<Record<string, string | undefined>>

/** One line for each hook that would be called unsigned, each secret without a hook, and each unknown hook. */
export function findHookSettingErrors(settings: RawSettings): string[] {
	return [...hookNames.flatMap((name) => findUnsignedHook(settings, name)), ...findUnknownHooks(settings)]
}

function findUnsignedHook(settings: RawSettings, name: HookName): string[] {
	const [address, secret] = [settings[`HOOK_${name}_URI`], settings[`HOOK_${name}_SECRETS`]]
	if (!address) return secret ? [`HOOK_${name}_SECRETS is of no use without HOOK_${name}_URI.`] : []
	const needsSecret = /^https?:/.test(address)
	return needsSecret && !secret
		? [`HOOK_${name}_URI needs HOOK_${name}_SECRETS: unsigned, its receiver could not tell who calls.`]
		: []
}

/** A misspelled hook is never called, which looks like one that always agrees. */
function findUnknownHooks(settings: RawSettings): string[] {
	return Object.keys(settings).flatMap((name) => {
		const [, hook, part] = /^HOOK_([A-Z_]+)_(URI|SECRETS|ENABLED)$/.exec(name) ?? []
		if (!hook || !settings[name]) return []
		if (!hookNames.some((known) => known === hook))
			return [`${name}: there is no such hook. There are ${hookNames.join(', ')}.`]
		return part === 'ENABLED' ? [`${name}: a hook is on when HOOK_${hook}_URI is set.`] : []
	})
}
