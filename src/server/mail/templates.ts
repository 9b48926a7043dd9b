import { z } from 'zod'
import { authMailData } from './auth-mail-data.ts'
import { confirmation } from './templates/confirmation.ts'
import { emailChange } from './templates/email-change.ts'
import { invite } from './templates/invite.ts'
import type { MailContent } from './templates/layout.ts'
import { magicLink } from './templates/magic-link.ts'
import { privateLink, privateLinkData } from './templates/private-link.ts'
import { reauthentication } from './templates/reauthentication.ts'
import { recovery } from './templates/recovery.ts'

const authMails = {
	confirmation,
	email_change: emailChange,
	invite,
	magic_link: magicLink,
	reauthentication,
	recovery,
}
export type AuthMailTemplate = keyof typeof authMails

const fromAuth = Object.entries(authMails).map(
	([name, write]) => [name, (data: unknown) => write(authMailData.parse(data))] as const,
)

/** Every mail by name: what a job of the kind `mail` may ask for. */
export const mailTemplates: ReadonlyMap<string, (data: unknown) => MailContent> = new Map([
	...fromAuth,
	['private_link', (data: unknown) => privateLink(privateLinkData.parse(data))],
])

/** The payload of a job of the kind `mail`. */
export const mailJob = z.object({
	template: z.string(),
	to: z.string(),
	data: z.record(z.string(), z.unknown()),
})
