/** What the send-email hook is told of a mail, field by field as the reference server has it. */
export type EmailData = {
	/** Six digits. */
	token: string
	/** What `GET /auth/v1/verify?token=` and `POST /verify {token_hash}` take. */
	token_hash: string
	redirect_to: string
	email_action_type: string
	/** `<site_url>/verify` is where a link may lead. */
	site_url: string
	/** A change of address that both addresses confirm: the code for the new one. */
	token_new: string
	/** The same change: the hash that goes with `token`. `token_hash` goes with `token_new`. */
	token_hash_new: string
	old_email: string
	old_phone: string
	provider: string
	factor_type: string
}

/** @param known the fields that this mail has; the others are empty */
export function emailData(
	siteUrl: string,
	known: Pick<EmailData, 'email_action_type'> & Partial<EmailData>,
): EmailData {
	return {
		token: '',
		token_hash: '',
		redirect_to: '',
		site_url: `${siteUrl}/auth/v1`,
		token_new: '',
		token_hash_new: '',
		old_email: '',
		old_phone: '',
		provider: '',
		factor_type: '',
		...known,
	}
}
