/** `email_data` of the send-email hook, field by field as in Supabase Auth. */
export type EmailData = {
	/** Six digits. */
	token: string
	/** Accepted by `GET /auth/v1/verify?token=` and `POST /verify {token_hash}`. */
	token_hash: string
	redirect_to: string
	email_action_type: string
	/** `<site_url>/verify` is the address for links. */
	site_url: string
	/** The code for the new address, when both addresses confirm a change. */
	token_new: string
	/** In that case, the hash that belongs to `token`; `token_hash` belongs to `token_new`. */
	token_hash_new: string
	old_email: string
	old_phone: string
	provider: string
	factor_type: string
}

/** @param known the fields of this mail; the others are empty */
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
