import { mkdir, open, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { backUpCluster } from './backup-cluster.ts'
import { type Manifest, manifestName, requireEmpty } from './backup-manifest.ts'
import { callersPath } from './callers-path.ts'
import { type Copied, copyFiles } from './copy-files.ts'
import { cliConfig } from './open.ts'
import { openForCommand } from './open-database.ts'
import { flag, readOptions } from './read-options.ts'
import { UsageError } from './usage-error.ts'

/** Of DATA_DIR, what is no file of ours (sockets, PostgreSQL's log) or is copied by PostgreSQL's own rules. */
const isOwnFile = (path: string) => !/^(postgres|socket)/.test(path)

/** Copies everything that an installation keeps, while it serves or not. */
export async function run(args: string[]): Promise<number> {
	const [folder, ...options] = args
	if (!folder || folder.startsWith('-')) throw new UsageError('Name a folder for the backup.')
	const { json } = readOptions(options, { json: flag })
	const { DATA_DIR, DATABASE_URL, S3_BUCKET, OWN_MIGRATIONS } = cliConfig()
	if (DATABASE_URL) throw new Error(elsewhere)
	const target = callersPath(folder)
	if (`${target}${sep}`.startsWith(`${DATA_DIR}${sep}`))
		throw new UsageError('The backup must lie outside of DATA_DIR.')
	await requireEmpty(target, 'Name a new one: a backup is never mixed with another.')
	await mkdir(target, { recursive: true, mode: 0o700 })

	const copied = await backUp(DATA_DIR, target)
	if (json) console.log(JSON.stringify({ folder: target, ...copied }))
	else {
		console.log(`Backed up ${copied.files} files, ${(copied.bytes / 1024 ** 2).toFixed(1)} MiB.`)
		console.log('Whoever has this folder is everybody: it holds the keys. Keep it secret.')
		if (S3_BUCKET) console.log(`Uploaded files lie in the bucket ${S3_BUCKET} and are not in it.`)
		if (OWN_MIGRATIONS) console.log(`The files in ${OWN_MIGRATIONS} are not in it: keep them.`)
	}
	return 0
}

const elsewhere =
	'The database of DATABASE_URL is backed up with its own tools (pg_dump). Copy keys.json, storage/ and migrations/ of DATA_DIR beside it.'

async function backUp(dataDir: string, target: string): Promise<Copied> {
	const database = await openForCommand(cliConfig())
	try {
		// Files before and behind the rows that name them: one may be deleted, another be added meanwhile.
		const before = await copyFiles(dataDir, target, isOwnFile)
		const cluster = join(target, 'postgres')
		const rows = await backUpCluster(database.owner, join(dataDir, 'postgres'), cluster)
		const behind = await copyFiles(dataDir, target, isOwnFile)
		const postgres = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
		await conclude(target, { format: 1, madeAt: new Date().toISOString(), postgres })
		return {
			files: before.files + rows.files + behind.files,
			bytes: before.bytes + rows.bytes + behind.bytes,
		}
	} finally {
		await database.stop()
	}
}

async function conclude(target: string, manifest: Manifest): Promise<void> {
	const file = await open(join(target, manifestName), 'wx', 0o600)
	await file.writeFile(`${JSON.stringify(manifest)}\n`)
	await file.sync().finally(() => file.close())
}
