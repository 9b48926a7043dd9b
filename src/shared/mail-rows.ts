import type { CustomerMail, OptionalCustomerMail } from './mail/customer-mails.ts'

/** A mail to submitters that the space has switched off. */
export type CustomerMailsOffRow = { space_id: string; mail: OptionalCustomerMail }

/** A space's own words of a mail to submitters, in one language. */
export type CustomerMailTextRow = {
	space_id: string
	mail: CustomerMail
	locale: string
	subject: string
	body: string
	version: string
	changed_at: string
}

/** Words of invitations that a space keeps under a name. */
export type InvitationTemplateRow = {
	id: string
	space_id: string
	name: string
	subject: string
	message: string
	version: string
	changed_at: string
}
