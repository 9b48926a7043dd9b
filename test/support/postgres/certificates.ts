import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Certificates = {
	/** Files of the authority that signed the server's certificate, and of another one. */
	authority: string
	stranger: string
	certificate: string
	key: string
	remove(): void
}

/** Makes an authority and a certificate for the name `localhost` by OpenSSL, which Debian's PostgreSQL brings along. */
export function makeCertificates(): Certificates {
	const folder = mkdtempSync(join(tmpdir(), 'plaudit-tls-'))
	const at = (name: string) => join(folder, name)
	const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
	const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
	for (const name of ['authority', 'stranger'])
		openssl(
			'req',
			'-x509',
			...newKey,
			'-keyout',
			`${name}.key`,
			'-out',
			`${name}.crt`,
			'-subj',
			`/CN=${name}`,
			'-days',
			'2',
		)
	openssl('req', ...newKey, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=localhost')
	writeFileSync(at('names'), 'subjectAltName=DNS:localhost\n')
	const signed = [
		'-CA',
		'authority.crt',
		'-CAkey',
		'authority.key',
		'-CAcreateserial',
		'-extfile',
		'names',
		'-days',
		'2',
	]
	openssl('x509', '-req', '-in', 'server.csr', ...signed, '-out', 'server.crt')
	return {
		authority: at('authority.crt'),
		stranger: at('stranger.crt'),
		certificate: readFileSync(at('server.crt'), 'utf8'),
		key: readFileSync(at('server.key'), 'utf8'),
		remove: () => rmSync(folder, { recursive: true, force: true }),
	}
}
