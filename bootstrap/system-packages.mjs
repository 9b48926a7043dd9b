import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fail, must } from './environment.mjs'

/** System packages that the checks need: a file that proves the installation, and Debian's package name. */
export const chromium = { file: '/usr/bin/chromium', name: 'chromium' }
export const postgres15 = { file: '/usr/lib/postgresql/15/bin/postgres', name: 'postgresql' }
export const pgbouncer = { file: '/usr/sbin/pgbouncer', name: 'pgbouncer' }
export const ffmpeg = { file: '/usr/bin/ffprobe', name: 'ffmpeg' }
export const haproxy = { file: '/usr/sbin/haproxy', name: 'haproxy' }
export const nginx = { file: '/usr/sbin/nginx', name: 'nginx-light' }
export const wrk = { file: '/usr/bin/wrk', name: 'wrk' }
export const notoFonts = {
	file: '/usr/share/fonts/truetype/noto/NotoNaskhArabic-Regular.ttf',
	name: 'fonts-noto-core',
}

/** Installs missing packages as root; otherwise prints the command that does. */
export function ensureSystemPackages(wanted) {
	const missing = wanted.filter(({ file }) => !existsSync(file)).map(({ name }) => name)
	if (missing.length === 0) return
	const command = `apt-get install -y --no-install-recommends ${missing.join(' ')}`
	const hasApt = spawnSync('apt-get', ['--version']).status === 0
	if (!hasApt || process.getuid?.() !== 0)
		fail(`The checks need packages of the system. Run this once: sudo ${command}`)
	console.log(`Installing ${missing.join(', ')} …`)
	must('apt-get', ['update', '-qq'])
	must('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], {
		DEBIAN_FRONTEND: 'noninteractive',
	})
}
