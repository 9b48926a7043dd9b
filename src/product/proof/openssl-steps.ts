import { type Checkpoint, parseCheckpoint } from './checkpoint-text.ts'
import { parseEntry } from './entry-text.ts'
import { leafHash, pathSides, rootOfPath } from './merkle.ts'
import type { OpensslStep, ReceiptEntry, ReceiptFile } from './receipt-file.ts'

type Command = OpensslStep['commands'][number]
type Contents = Pick<ReceiptFile, 'entries' | 'checkpoints' | 'keys'>

// Neither double quotes nor backslashes: a command that is copied out of the file needs no unescaping.
const write = (text: string | Buffer, file: string): Command => ({
	run: `printf %s '${Buffer.from(text).toString('base64')}' | openssl base64 -d -A > ${file}`,
	prints: null,
})
const run = (command: string): Command => ({ run: command, prints: null })
const print = (file: string, hash: string): Command => ({
	run: `openssl dgst -sha256 -r ${file}`,
	prints: `${hash} *${file}`,
})

/** The four steps by which a stranger checks a receipt with openssl, `cat`, `mv` and `printf`, in an empty folder. */
export function opensslSteps(file: Contents): OpensslStep[] {
	const checkpoints = file.checkpoints.map((checkpoint) => ({ ...checkpoint, is: parseCheckpoint(checkpoint.text) }))
	return [
		{
			step: '1. The words',
			commands: file.entries.flatMap(wordsCommands),
			compare:
				'Read the files. Each printed hash stands in the entry of the same number, which step 2 writes: words and consent as content, the author as author.',
		},
		{
			step: '2. The entries',
			commands: file.entries.flatMap(entryCommands),
			compare:
				'Read the files. Each printed hash stands in the next entry as previous, so none was changed or left out.',
		},
		{
			step: '3. The log',
			commands: [write(Buffer.of(0), 'zero'), write(Buffer.of(1), 'one'), ...logCommands(file, checkpoints)],
			compare: 'Each printed hash stands in the checkpoint that is named beside it, which step 4 writes, as root.',
		},
		{
			step: '4. The signature',
			commands: [
				...Object.entries(file.keys).map(([id, pem]) => write(pem, `key-${id.slice(0, 8)}.pem`)),
				...checkpoints.flatMap(({ text, signature, is }) => signatureCommands(text, signature, is)),
			],
			compare:
				'Read the checkpoints. Compare the key with the one at /.well-known/plaudit-proof.pem of the instance that they name, or with one that you kept.',
		},
	]
}

function wordsCommands(entry: ReceiptEntry, at: number): Command[] {
	const parsed = entry.text ? parseEntry(entry.text) : null
	return (['content', 'author', 'detail'] as const).flatMap((part) => {
		const [text, hash] = [entry[part], parsed?.[part]]
		return text && hash ? [write(text, `${part}-${at + 1}.txt`), print(`${part}-${at + 1}.txt`, hash)] : []
	})
}

function entryCommands({ text, hash }: ReceiptEntry, at: number): Command[] {
	const name = `entry-${at + 1}`
	const binary = run(`openssl dgst -sha256 -binary ${name}.txt > ${name}.hash`)
	// The text of an entry of format 1 names a member, so that only its hash is in the file.
	if (text === null) return [write(Buffer.from(hash, 'hex'), `${name}.hash`)]
	if (parseEntry(text)) return [write(text, `${name}.txt`), print(`${name}.txt`, hash), binary]
	const before = at > 0 ? `entry-${at}.hash ` : ''
	return [
		write(text, `${name}.part`),
		run(`cat ${before}${name}.part > ${name}.txt`),
		print(`${name}.txt`, hash),
		binary,
	]
}

function logCommands({ entries }: Contents, checkpoints: { is: Checkpoint | null }[]): Command[] {
	return entries.flatMap(({ hash, log }, at) => {
		const checkpoint = checkpoints.find(({ is }) => is && is.number === log?.checkpoint)?.is
		if (!log || !checkpoint) return []
		const [index, size] = [log.entry - checkpoint.first, checkpoint.last - checkpoint.first + 1]
		const name = `node-${at + 1}`
		const root = rootOfPath(
			leafHash(Buffer.from(hash, 'hex')),
			index,
			size,
			log.path.map((part) => Buffer.from(part, 'hex')),
		)
		const sides = pathSides(index, size)
		const last = `root-of-${at + 1}-in-checkpoint-${checkpoint.number}`
		return [
			run(`cat zero entry-${at + 1}.hash | openssl dgst -sha256 -binary > ${name}`),
			...log.path.flatMap((sibling, level) => [
				write(Buffer.from(sibling, 'hex'), 'side'),
				run(
					`cat one ${sides[level] === 'left' ? `side ${name}` : `${name} side`} | openssl dgst -sha256 -binary > next`,
				),
				run(`mv next ${name}`),
			]),
			...printHex(name, last, root?.toString('hex') ?? ''),
		]
	})
}

/** Prints the bytes of a file as one line of hexadecimal. */
function printHex(file: string, name: string, hash: string): Command[] {
	return [
		{ run: `printf %s ${name}= && od -An -v -tx1 ${file} | tr -d '[:space:]' && echo`, prints: `${name}=${hash}` },
	]
}

function signatureCommands(text: string, signature: string, is: Checkpoint | null): Command[] {
	if (!is) return []
	const name = `checkpoint-${is.number}`
	const key = `key-${is.key.slice(0, 8)}.pem`
	return [
		write(text, `${name}.txt`),
		write(Buffer.from(signature, 'base64'), `${name}.sig`),
		{ run: `openssl dgst -sha256 -verify ${key} -signature ${name}.sig ${name}.txt`, prints: 'Verified OK' },
	]
}
