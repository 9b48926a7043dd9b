import { z } from 'zod'
import { flag, integer } from '#platform/config/setting-types.ts'
import { readSharedKeys } from './shared-keys.ts'

const jwkSet = z.string().superRefine((text, context) => {
	try {
		readSharedKeys(text)
	} catch (error) {
		context.addIssue((error as Error).message)
	}
})

/** The role that an API key names, by its prefix or in its token; nothing for one of another form. */
function roleOf(key: string): string | undefined {
	if (key.startsWith('sb_publishable_')) return 'anon'
	if (key.startsWith('sb_secret_')) return 'service_role'
	try {
		return JSON.parse(Buffer.from(key.split('.')[1] ?? '', 'base64url').toString()).role
	} catch {
		return undefined
	}
}

// Exchanged, the secret key would be sent to every browser.
const apiKey = (role: 'anon' | 'service_role', other: string) =>
	z
		.string()
		.min(20, 'must be a key of at least 20 characters, as "plaudit keys" prints it')
		.refine((key) => (roleOf(key) ?? role) === role, `has the role of ${other}: exchange the two`)

/** Settings of the signing keys and API keys. */
export const keySettings = {
	JWT_KEYS: jwkSet.optional(),
	JWT_SECRET: z.string().min(32).optional(),
	JWT_EXPIRY: integer(60, 604_800).default(3600),
	API_KEY_OPTIONAL: flag.default(false),
	ANON_KEY: apiKey('anon', 'SERVICE_ROLE_KEY').optional(),
	SERVICE_ROLE_KEY: apiKey('service_role', 'ANON_KEY').optional(),
}

type KeySettings = z.output<z.ZodObject<typeof keySettings>>
declare module '#platform/config/config.ts' {
	interface Config extends Readonly<KeySettings> {}
}
