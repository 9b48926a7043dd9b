import type pg from 'pg'

/** What an operator does about an error of a connection, by its code: of PostgreSQL, of the network or of TLS. */
const remedies: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'Start PostgreSQL there, or correct host and port.',
	EHOSTUNREACH: 'Correct the host, or open the network to it.',
	ETIMEDOUT: 'Correct host and port, or open the network to it.',
	ENOTFOUND: 'Correct the name of the host.',
	EAI_AGAIN: 'Correct the name of the host, or the name server of this machine.',
	'28P01': 'Correct user and password.',
	'28000': 'Correct the user, or admit it in pg_hba.conf.',
	'53300': 'Raise max_connections there, or lower DATABASE_POOL of the nodes.',
	'57P03': 'It is starting or stopping: try again.',
	DEPTH_ZERO_SELF_SIGNED_CERT: 'Name the certificate of its authority with sslrootcert.',
	SELF_SIGNED_CERT_IN_CHAIN: 'Name the certificate of its authority with sslrootcert.',
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'Name the certificate of its authority with sslrootcert.',
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Name the certificate of its authority with sslrootcert.',
	CERT_HAS_EXPIRED: 'Renew the certificate of PostgreSQL.',
	ERR_TLS_CERT_ALTNAME_INVALID: 'Use the name that its certificate has, or sslmode=verify-ca.',
}

/** Errors of the driver, which have no code. */
const messages: readonly [RegExp, string][] = [
	[/does not support SSL/, 'Turn TLS on there; or, on a private network, leave sslmode out.'],
	[/offers no channel binding/, 'Name the server itself instead of a relay before it, or leave channel_binding out.'],
	[/terminated unexpectedly/, 'Is it PostgreSQL that listens there?'],
	[/timeout expired/, 'Correct host and port, or open the network to it.'],
]

/** @returns a full stop and the remedy of an error of a connection; nothing for one without */
export function remedyOf(error: Error, { database }: pg.ClientConfig): string {
	const { code = '', message } = error as NodeJS.ErrnoException
	const remedy =
		code === '3D000'
			? `Create it: create database ${database} encoding 'UTF8' template template0`
			: (remedies[code] ?? messages.find(([pattern]) => pattern.test(message))?.[1])
	return remedy ? `. ${remedy}` : ''
}
