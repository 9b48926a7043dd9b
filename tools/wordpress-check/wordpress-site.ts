import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { access, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '#test/support/http/free-port.ts'

const run = promisify(execFile)
const wordpress = '/usr/share/wordpress'
const needs = ['/usr/bin/php', '/usr/sbin/mariadbd', '/usr/bin/mariadb-install-db', wordpress]

/** A WordPress of Debian's package over a MariaDB of its own, both in a temporary folder and on loopback. */
export type WordPressSite = {
	url: string
	/** Runs PHP inside of WordPress. @returns its output */
	php(code: string): Promise<string>
	/** A GET as a visitor. */
	get(path: string): Promise<string>
	/** Lines that PHP wrote about errors and warnings. */
	errors(): string
	stop(): Promise<void>
}

/** @throws Error that names the packages which are missing */
export async function startWordPress(plugin: string): Promise<WordPressSite> {
	for (const path of needs)
		await access(path).catch(() => {
			throw new Error(
				`${path} is missing. This check needs a real WordPress: apt-get install --no-install-recommends wordpress php-cli php-mysql mariadb-server-core unzip`,
			)
		})
	const folder = await mkdtemp(join(tmpdir(), 'plaudit-wordpress-'))
	const site = join(folder, 'site')
	const database = await startMariaDb(folder)
	await cp(wordpress, site, { recursive: true, dereference: true })
	await rm(join(site, 'wp-content'), { recursive: true })
	await mkdir(join(site, 'wp-content/plugins'), { recursive: true })
	await run('unzip', ['-q', plugin, '-d', join(site, 'wp-content/plugins')])
	await writeThemes(join(site, 'wp-content/themes'))
	const port = await freePort()
	const url = `http://127.0.0.1:${port}`
	await writeFile(join(site, 'wp-config.php'), configOf(url, database.socket))
	let errors = ''
	const server = spawn('php', ['-d', 'display_errors=stderr', '-S', `127.0.0.1:${port}`, '-t', site], {
		env: { ...process.env, PHP_CLI_SERVER_WORKERS: '3' },
	})
	server.stderr.on('data', (chunk) => {
		errors += chunk
	})
	const php = async (code: string) => {
		const start = `define('WP_INSTALLING', ${code.includes('wp_install(')}); $_SERVER['HTTP_HOST'] = '127.0.0.1:${port}'; require '${site}/wp-load.php';`
		const { stdout, stderr } = await run('php', ['-d', 'display_errors=stderr', '-r', `${start} ${code}`], {
			maxBuffer: 32 * 1024 * 1024,
		})
		errors += stderr
		return stdout
	}
	return {
		url,
		php,
		get: async (path) => (await fetch(url + path)).text(),
		errors: () =>
			errors
				.split('\n')
				.filter((line) => /PHP (\w+ )?(error|warning|notice|deprecated)/i.test(line))
				.join('\n'),
		async stop() {
			await ended(server)
			await ended(database.process)
			await rm(folder, { recursive: true, force: true })
		},
	}
}

async function startMariaDb(folder: string): Promise<{ process: ChildProcess; socket: string }> {
	const data = join(folder, 'database')
	const socket = join(folder, 'sql.sock')
	const asRoot = process.getuid?.() === 0 ? ['--user=root'] : []
	await run('mariadb-install-db', [
		'--no-defaults',
		`--datadir=${data}`,
		'--auth-root-authentication-method=normal',
		'--skip-test-db',
		...asRoot,
	])
	const options = ['--no-defaults', `--datadir=${data}`, `--socket=${socket}`, '--skip-networking', ...asRoot]
	const server = spawn('mariadbd', options, { stdio: 'ignore' })
	const connect = `$d = @mysqli_connect('localhost', 'root', '', '', 0, '${socket}'); exit($d && mysqli_query($d, 'create database if not exists wp charset utf8mb4') ? 0 : 1);`
	for (let tries = 0; ; tries++) {
		const isReady = await run('php', ['-r', `mysqli_report(MYSQLI_REPORT_OFF); ${connect}`]).then(
			() => true,
			() => false,
		)
		if (isReady) return { process: server, socket }
		if (tries > 200 || server.exitCode !== null) throw new Error('MariaDB did not start.')
		await new Promise((resolve) => setTimeout(resolve, 100))
	}
}

const configOf = (url: string, socket: string) => `<?php
define( 'DB_NAME', 'wp' );
define( 'DB_USER', 'root' );
define( 'DB_PASSWORD', '' );
define( 'DB_HOST', 'localhost:${socket}' );
define( 'DB_CHARSET', 'utf8mb4' );
define( 'DB_COLLATE', '' );
define( 'WP_HOME', '${url}' );
define( 'WP_SITEURL', '${url}' );
define( 'DISABLE_WP_CRON', true );
define( 'WP_HTTP_BLOCK_EXTERNAL', true );
define( 'WP_ACCESSIBLE_HOSTS', 'localhost,127.0.0.1' );
define( 'WP_DEBUG', true );
define( 'WP_DEBUG_DISPLAY', false );
define( 'AUTH_KEY', 'a' ); define( 'SECURE_AUTH_KEY', 'b' ); define( 'LOGGED_IN_KEY', 'c' ); define( 'NONCE_KEY', 'd' );
define( 'AUTH_SALT', 'e' ); define( 'SECURE_AUTH_SALT', 'f' ); define( 'LOGGED_IN_SALT', 'g' ); define( 'NONCE_SALT', 'h' );
$table_prefix = 'wp_';
if ( ! defined( 'ABSPATH' ) ) { define( 'ABSPATH', __DIR__ . '/' ); }
require_once ABSPATH . 'wp-settings.php';
`

/** A classic theme, and one of blocks, whose templates pass other filters. */
async function writeThemes(folder: string): Promise<void> {
	const files = {
		'classic/style.css': '/*\nTheme Name: Classic\n*/',
		'classic/index.php': `<!doctype html><html <?php language_attributes(); ?>><head><meta charset="utf-8"><?php wp_head(); ?></head><body><?php wp_body_open(); while ( have_posts() ) { the_post(); the_content(); } wp_footer(); ?></body></html>`,
		'blocks/style.css': '/*\nTheme Name: Blocks\n*/',
		'blocks/templates/index.html':
			'<!-- wp:plaudit/wall {"wall":"WALL"} /--><!-- wp:plaudit/testimonial {"testimonial":"TESTIMONIAL"} /--><!-- wp:post-content /-->',
	}
	for (const [name, text] of Object.entries(files)) {
		await mkdir(join(folder, name, '..'), { recursive: true })
		await writeFile(join(folder, name), text)
	}
}

function ended(child: ChildProcess): Promise<unknown> {
	if (child.exitCode !== null) return Promise.resolve()
	const end = new Promise((resolve) => child.once('exit', resolve))
	child.kill('SIGTERM')
	return end
}
