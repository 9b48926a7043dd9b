import { z } from 'zod'
import { type Environment, filePath } from '#platform/config/setting-types.ts'
import { parseSmtpUrl } from './smtp-url.ts'

const smtpUrl = z.string().transform((text, context) => {
	try {
		return parseSmtpUrl(text)
	} catch (error) {
		context.addIssue((error as Error).message)
		return z.NEVER
	}
})
const mailbox = z
	.string()
	.regex(
		/^([^\s<>@]+@[^\s<>@]+|[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>)$/,
		'must be an address, or a name and an address in angle brackets',
	)

/** Settings of the delivery and the texts of mails. */
export const mailSettings = {
	SMTP_URL: smtpUrl.optional(),
	SMTP_CA_FILE: filePath.optional(),
	MAIL_FROM: mailbox.optional(),
	MAIL_TEMPLATES: filePath.optional(),
}

type MailSettings = z.output<z.ZodObject<typeof mailSettings>>
declare module '#platform/config/config.ts' {
	interface Config extends Readonly<Omit<MailSettings, 'MAIL_FROM'>> {
		readonly MAIL_FROM: string
	}
}

/** One line for each setting that lacks another one. */
export function findMailSettingErrors(env: Environment): string[] {
	return env.SMTP_CA_FILE && !env.SMTP_URL ? ['SMTP_CA_FILE needs SMTP_URL, the mail server that it is for.'] : []
}
