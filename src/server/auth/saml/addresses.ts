import type { Config } from '#server/config.ts'

type Site = Pick<Config, 'SITE_URL'>

/** Our name among identity providers, and where our metadata is read (auth.md 6.7). */
export const entityIdOf = ({ SITE_URL }: Site) => `${SITE_URL}/auth/v1/sso/saml/metadata`

/** Where identity providers send people back to. */
export const consumerOf = ({ SITE_URL }: Site) => `${SITE_URL}/auth/v1/sso/saml/acs`
