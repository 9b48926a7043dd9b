import { resolve } from 'node:path'
import type { z } from 'zod'
import { filePath, integer, list } from '#platform/config/setting-types.ts'

export const functionSettings = {
	/** Holds `name.ts`, `name.js`, `name.mjs`, or a folder `name` with an `index`. Its `.env` is their environment. */
	FUNCTIONS_DIR: filePath.transform((folder) => resolve(folder)).optional(),
	/** Functions that accept calls without a token. */
	FUNCTIONS_PUBLIC: list.default([]),
	/** Timeout of one call, until the last byte of its response. */
	FUNCTIONS_SECONDS: integer(1, 3600).default(60),
	FUNCTIONS_AT_ONCE: integer(1, 1000).default(10),
	FUNCTIONS_MEMORY_MB: integer(1, 8192).default(128),
	FUNCTIONS_BODY_MB: integer(1, 1024).default(10),
}

type FunctionSettings = z.output<z.ZodObject<typeof functionSettings>>
declare module '#platform/config/config.ts' {
	interface Config extends Readonly<FunctionSettings> {}
}
