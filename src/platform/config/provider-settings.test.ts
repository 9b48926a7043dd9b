import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { clientConfig } from '#platform/health/health-routes.ts'
import { readConfig } from '#server/settings.ts'
import { ConfigError } from './config.ts'

function problemsOf(env: Record<string, string>): readonly string[] {
	try {
		readConfig(env)
		return []
	} catch (error) {
		if (error instanceof ConfigError) return error.problems
		throw error
	}
}
const pem = (namedCurve: string) =>
	generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' })
const apple = {
	OAUTH_APPLE_CLIENT_ID: 'com.example.web,com.example.app',
	OAUTH_APPLE_TEAM_ID: 'TEAM',
	OAUTH_APPLE_KEY_ID: 'KEY',
	OAUTH_APPLE_PRIVATE_KEY: String(pem('P-256')).trim().replaceAll('\n', '\\n'),
}

describe('the settings of providers', () => {
	it('the issuers of Google, Apple and GitHub are known, and other providers name theirs', () => {
		const { config } = readConfig({
			GOOGLE_CLIENT_ID: 'web, ios',
			GOOGLE_CLIENT_SECRET: 's',
			OAUTH_GITHUB_CLIENT_ID: 'g',
			OAUTH_GITHUB_CLIENT_SECRET: 's',
			OAUTH_SLACK_OIDC_CLIENT_ID: 'k',
			OAUTH_SLACK_OIDC_CLIENT_SECRET: 's',
			OAUTH_SLACK_OIDC_ISSUER: 'https://slack.example/with-slash/',
			OAUTH_SLACK_OIDC_SCOPES: 'groups, team',
			...apple,
		})
		expect(config.providers).toMatchObject({
			google: {
				kind: 'openid',
				issuer: 'https://accounts.google.com',
				clientIds: ['web', 'ios'],
				skipNonceCheck: false,
				emailOptional: false,
			},
			github: { kind: 'github', issuer: 'https://github.com' },
			apple: { kind: 'apple', clientSecret: { teamId: 'TEAM', keyId: 'KEY' } },
			slack_oidc: {
				kind: 'openid',
				issuer: 'https://slack.example/with-slash/',
				scopes: ['groups', 'team'],
			},
		})
	})

	it.each<[Record<string, string>, string]>([
		[{ GOOGLE_CLIENT_SECRET: 's' }, 'The provider google needs a client id.'],
		[{ OAUTH_ACME_CLIENT_ID: 'a' }, 'The provider acme needs its issuer: OAUTH_ACME_ISSUER.'],
		[{ OAUTH_EMAIL_CLIENT_ID: 'a' }, 'A provider cannot be named email.'],
		[{ OAUTH_ACME_CLIENT_ID: 'a', OAUTH_ACME_ISSUER: 'ldap://acme.test' }, 'The provider acme: ISSUER: Invalid URL'],
		[
			{ GOOGLE_CLIENT_ID: 'a', OAUTH_GOOGLE_KEY_ID: 'b' },
			'Only apple has a team id, a key id and a private key, not google.',
		],
		[
			{ ...apple, OAUTH_APPLE_KEY_ID: '' },
			'The provider apple needs OAUTH_APPLE_TEAM_ID, OAUTH_APPLE_KEY_ID and OAUTH_APPLE_PRIVATE_KEY together.',
		],
		...[String(pem('P-384')), 'none'].map((key): [Record<string, string>, string] => [
			{ ...apple, OAUTH_APPLE_PRIVATE_KEY: key },
			'OAUTH_APPLE_PRIVATE_KEY: the .p8 file from Apple, a private P-256 key in PEM form',
		]),
	])('a mistake in provider settings is reported: %#', (env, problem) => expect(problemsOf(env)).toEqual([problem]))

	it('a provider without a secret accepts ID tokens only, with a warning and without a button', () => {
		const { config, warnings } = readConfig({ GOOGLE_CLIENT_ID: 'a' })
		expect(warnings).toEqual(['The provider google has no client secret: it takes ID tokens only.'])
		expect(clientConfig(config, 'key').providers).toEqual({ google: false })
	})
})
