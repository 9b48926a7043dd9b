import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

export type Nginx = { url: string; stop(): Promise<void> }

/**
 * Starts Debian's nginx.
 * @param http directives of the block `http`
 * @param server directives of its only server
 */
export async function startNginx(server: string, http = ''): Promise<Nginx> {
	const folder = await mkdtemp(join(tmpdir(), 'plaudit-nginx-'))
	const port = await freePort()
	const file = join(folder, 'nginx.conf')
	await writeFile(file, configuration(folder, port, server, http))
	const child = spawn('/usr/sbin/nginx', ['-p', folder, '-c', file, '-e', join(folder, 'error.log')], {
		stdio: 'ignore',
	})
	const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
	const url = `http://127.0.0.1:${port}`
	while (child.exitCode === null && !(await fetch(url).catch(() => null)));
	return {
		url,
		async stop() {
			child.kill('SIGQUIT')
			await ended
			await rm(folder, { recursive: true, force: true })
		},
	}
}

function configuration(folder: string, port: number, server: string, http: string): string {
	const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
		.map((name) => `${name}_temp_path ${folder}/${name};`)
		.join(' ')
	// As root, its worker would be a user who may not read the folder.
	const user = process.getuid?.() === 0 ? 'user root;' : ''
	return `daemon off;
${user}
pid ${folder}/nginx.pid;
worker_processes 1;
events { worker_connections 512; }
http {
	access_log off;
	${temporary}
	${http}
	server {
		listen 127.0.0.1:${port};
		${server}
	}
}
`
}
