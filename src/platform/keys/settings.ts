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

/** Settings of the signing keys and API keys. */
export const keySettings = {
	JWT_KEYS: jwkSet.optional(),
	JWT_SECRET: z.string().min(32).optional(),
	JWT_EXPIRY: integer(60, 604_800).default(3600),
	API_KEY_OPTIONAL: flag.default(false),
	ANON_KEY: z.string().min(20).optional(),
	SERVICE_ROLE_KEY: z.string().min(20).optional(),
}

type KeySettings = z.output<z.ZodObject<typeof keySettings>>
declare module '#platform/config/config.ts' {
	interface Config extends Readonly<KeySettings> {}
}
