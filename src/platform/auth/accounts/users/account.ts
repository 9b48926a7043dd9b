/** A row of the view auth.accounts: a user with identities and factors. */
export type Account = {
	id: string
	aud: string
	role: string
	email: string | null
	encrypted_password: string | null
	email_confirmed_at: Date | null
	email_proven: boolean
	invited_at: Date | null
	confirmation_sent_at: Date | null
	recovery_sent_at: Date | null
	email_change: string | null
	email_change_sent_at: Date | null
	phone: string | null
	phone_confirmed_at: Date | null
	phone_change: string | null
	phone_change_sent_at: Date | null
	reauthentication_sent_at: Date | null
	last_sign_in_at: Date | null
	raw_app_meta_data: Record<string, unknown>
	raw_user_meta_data: Record<string, unknown>
	is_sso_user: boolean
	is_anonymous: boolean
	banned_until: Date | null
	deleted_at: Date | null
	created_at: Date
	updated_at: Date
	identities: IdentityRow[]
	factors: FactorRow[] | null
}

/** The columns that a password sign-in reads. */
export type Credentials = Pick<
	Account,
	'id' | 'email' | 'encrypted_password' | 'email_confirmed_at' | 'phone_confirmed_at' | 'banned_until'
>

/** Times are texts, because the database builds the JSON. */
export type IdentityRow = {
	id: string
	user_id: string
	provider: string
	provider_id: string
	identity_data: Record<string, unknown>
	email: string | null
	last_sign_in_at: string | null
	created_at: string
	updated_at: string
}
export type FactorType = 'totp' | 'phone' | 'webauthn' | 'recovery_code'
export type FactorRow = {
	id: string
	friendly_name: string | null
	factor_type: FactorType
	status: 'unverified' | 'verified'
	phone: string | null
	web_authn_aaguid: string | null
	last_challenged_at: string | null
	created_at: string
	updated_at: string
}

/** True while the user is banned. */
export function isBanned({ banned_until }: Pick<Account, 'banned_until'>): boolean {
	return banned_until !== null && banned_until.getTime() > Date.now()
}

/** True when this user can raise a session to aal2. */
export function hasVerifiedFactor({ factors }: Pick<Account, 'factors'>): boolean {
	return factors?.some(({ status }) => status === 'verified') ?? false
}

/** The wire form of a user. Absent fields are left out, never null. */
export function userJson(account: Account) {
	const confirmed = [account.email_confirmed_at, account.phone_confirmed_at]
		.filter((time) => time !== null)
		.sort((a, b) => a.getTime() - b.getTime())[0]
	return {
		id: account.id,
		aud: account.aud,
		role: account.role,
		email: account.email ?? '',
		email_confirmed_at: account.email_confirmed_at ?? undefined,
		invited_at: account.invited_at ?? undefined,
		phone: account.phone ?? '',
		phone_confirmed_at: account.phone_confirmed_at ?? undefined,
		confirmation_sent_at: account.confirmation_sent_at ?? undefined,
		confirmed_at: confirmed,
		recovery_sent_at: account.recovery_sent_at ?? undefined,
		new_email: account.email_change ?? undefined,
		email_change_sent_at: account.email_change_sent_at ?? undefined,
		new_phone: account.phone_change ?? undefined,
		phone_change_sent_at: account.phone_change_sent_at ?? undefined,
		reauthentication_sent_at: account.reauthentication_sent_at ?? undefined,
		last_sign_in_at: account.last_sign_in_at ?? undefined,
		app_metadata: account.raw_app_meta_data,
		user_metadata: account.raw_user_meta_data,
		factors: account.factors?.map(factorJson),
		identities: account.identities.map(identityJson),
		created_at: account.created_at,
		updated_at: account.updated_at,
		banned_until: account.banned_until ?? undefined,
		deleted_at: account.deleted_at ?? undefined,
		is_anonymous: account.is_anonymous,
	}
}

export function identityJson(row: IdentityRow) {
	return {
		identity_id: row.id,
		id: row.provider_id,
		user_id: row.user_id,
		identity_data: row.identity_data,
		provider: row.provider,
		// Always set: an identity that never signed in shows its creation time.
		last_sign_in_at: time(row.last_sign_in_at ?? row.created_at),
		created_at: time(row.created_at),
		updated_at: time(row.updated_at),
		email: row.email ?? undefined,
	}
}

export function factorJson(row: FactorRow) {
	return {
		id: row.id,
		created_at: time(row.created_at),
		updated_at: time(row.updated_at),
		status: row.status,
		friendly_name: row.friendly_name ?? undefined,
		factor_type: row.factor_type,
		phone: row.phone ?? '',
		last_challenged_at: time(row.last_challenged_at) ?? null,
		web_authn_aaguid: row.web_authn_aaguid ?? undefined,
	}
}

function time(text: string | null): string | undefined {
	return text ? new Date(text).toISOString() : undefined
}
