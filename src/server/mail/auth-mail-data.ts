import { z } from 'zod'

/** What the mails of the sign-in service are made from. */
export const authMailData = z.object({
	email: z.string(),
	newEmail: z.string().optional(),
	/** Six digits. */
	code: z.string(),
	link: z.string(),
	/** The browser as it names itself. */
	device: z.string(),
	/** ISO 8601. */
	requestedAt: z.string(),
})
export type AuthMailData = z.infer<typeof authMailData>
