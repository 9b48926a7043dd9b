import { readFileSync } from 'node:fs'
import { type ConnectionOptions, checkServerIdentity } from 'node:tls'
import { DatabaseUrlError } from './database-url-parameters.ts'

/** libpq's modes, but for `allow`, which is read as `prefer`. */
export const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] as const
export type SslMode = (typeof sslModes)[number]

type Certificates = Partial<
	Record<
		'sslrootcert' | 'sslcert' | 'sslkey' | 'sslpassword' | 'ssl_min_protocol_version' | 'ssl_max_protocol_version',
		string | undefined
	>
>

/** Older versions are off in the runtime. */
const protocolNames = ['TLSv1.2', 'TLSv1.3'] as const

/**
 * TLS options of one host, with libpq's meaning of `sslmode`: `require` encrypts and checks the certificate only if there is an
 * `sslrootcert`; `verify-ca` checks who signed it, `verify-full` also the name of the host. `sslrootcert=system`, and none with
 * `verify-full`, mean the public authorities that the runtime knows.
 * @returns nothing for an unencrypted connection
 * @throws DatabaseUrlError for a file that cannot be read, or a mode that would check nothing
 */
export function tlsOptions(mode: SslMode, files: Certificates, host: string): ConnectionOptions | undefined {
	if (mode === 'disable') return undefined
	const { sslrootcert: root, sslcert, sslkey, sslpassword } = files
	if (mode === 'verify-ca' && !root) throw new DatabaseUrlError('sslmode=verify-ca needs sslrootcert, a file')
	// Anybody can get a certificate of a public authority for a name of their own.
	if (root === 'system' && mode !== 'verify-full')
		throw new DatabaseUrlError('sslrootcert=system needs sslmode=verify-full')
	const isChecked = mode.startsWith('verify') || (mode === 'require' && root !== undefined)
	return {
		...(root && root !== 'system' ? { ca: read('sslrootcert', root) } : {}),
		...(sslcert ? { cert: read('sslcert', sslcert) } : {}),
		...(sslkey ? { key: read('sslkey', sslkey) } : {}),
		...(sslpassword ? { passphrase: sslpassword } : {}),
		...protocolVersions(files),
		rejectUnauthorized: isChecked,
		// The driver passes no address of a host to this check.
		checkServerIdentity: (_, certificate) =>
			mode === 'verify-full' ? checkServerIdentity(host, certificate) : undefined,
	}
}

function protocolVersions(files: Certificates): Pick<ConnectionOptions, 'minVersion' | 'maxVersion'> {
	const versionOf = (name: 'ssl_min_protocol_version' | 'ssl_max_protocol_version') => {
		const value = files[name]
		const version = protocolNames.find((candidate) => candidate === value)
		if (value && !version)
			throw new DatabaseUrlError(`${name}=${value} is not supported: use ${protocolNames.join(', ')}`)
		return version
	}
	const minVersion = versionOf('ssl_min_protocol_version')
	const maxVersion = versionOf('ssl_max_protocol_version')
	return { ...(minVersion ? { minVersion } : {}), ...(maxVersion ? { maxVersion } : {}) }
}

function read(name: string, file: string): string {
	try {
		return readFileSync(file, 'utf8')
	} catch (cause) {
		throw new DatabaseUrlError(`${name}: ${file} cannot be read (${(cause as NodeJS.ErrnoException).code})`, { cause })
	}
}
