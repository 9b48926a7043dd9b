import { type Query, sql } from '#platform/pg/sql.ts'

/** A sealed value and the text of its row's key. */
export type SealedRow = { id: string; sealed: Buffer }

export const selectSealedSigningKeys = () => sql`
	select kid as id, sealed from auth.signing_keys where sealed is not null`
export const updateSealedSigningKeys = (ids: string[], sealed: Buffer[]): Query => sql`
	update auth.signing_keys t set sealed = n.sealed
	from unnest(${ids}::text[], ${sealed}::bytea[]) as n (id, sealed) where t.kid = n.id`

export const selectSealedApiKeys = () => sql`
	select generation::text as id, sealed from auth.api_keys where sealed is not null`
export const updateSealedApiKeys = (ids: string[], sealed: Buffer[]): Query => sql`
	update auth.api_keys t set sealed = n.sealed
	from unnest(${ids}::int[], ${sealed}::bytea[]) as n (id, sealed) where t.generation = n.id`

export const selectSealedFormerSecrets = () => sql`
	select fingerprint as id, sealed from auth.former_root_secrets`
export const updateSealedFormerSecrets = (ids: string[], sealed: Buffer[]): Query => sql`
	update auth.former_root_secrets t set sealed = n.sealed
	from unnest(${ids}::text[], ${sealed}::bytea[]) as n (id, sealed) where t.fingerprint = n.id`

export const selectSealedTotpSecrets = () => sql`
	select id::text, secret as sealed from auth.mfa_factors where factor_type = 'totp' and secret is not null`
export const updateSealedTotpSecrets = (ids: string[], sealed: Buffer[]): Query => sql`
	update auth.mfa_factors t set secret = n.sealed
	from unnest(${ids}::uuid[], ${sealed}::bytea[]) as n (id, sealed) where t.id = n.id`

export const selectSealedClientSecrets = () => sql`
	select id::text, sealed_secret as sealed from auth.custom_providers`
export const updateSealedClientSecrets = (ids: string[], sealed: Buffer[]): Query => sql`
	update auth.custom_providers t set sealed_secret = n.sealed
	from unnest(${ids}::uuid[], ${sealed}::bytea[]) as n (id, sealed) where t.id = n.id`

export const selectSealedSamlKey = () => sql`
	select 'true' as id, sealed_key as sealed from auth.saml_signing_key`
export const updateSealedSamlKey = (ids: string[], sealed: Buffer[]): Query => sql`
	update auth.saml_signing_key t set sealed_key = n.sealed
	from unnest(${ids}::boolean[], ${sealed}::bytea[]) as n (id, sealed) where t.singleton = n.id`
