import { z } from 'zod'

const upTo = (most: number) => z.coerce.number().int().min(1).max(most)

/** Functions of the operator's own, beside ours (data.md §5). Without a folder there are none. */
export const functionSettings = {
	/** `name.ts`, `name.js`, `name.mjs`, or a folder of that name with an `index`. A `.env` there is their environment. */
	FUNCTIONS_DIR: z.string().min(1).optional(),
	/** Those that take calls without a token. */
	FUNCTIONS_PUBLIC: z
		.string()
		.transform((text) => text.split(/[\s,]+/).filter(Boolean))
		.default([]),
	/** How long one call may take, its answer's last byte included. */
	FUNCTIONS_SECONDS: upTo(3600).default(60),
	/** Calls that run at the same time. */
	FUNCTIONS_AT_ONCE: upTo(1000).default(10),
	/** Of one call. */
	FUNCTIONS_MEMORY_MB: upTo(8192).default(128),
	FUNCTIONS_BODY_MB: upTo(1024).default(10),
}
