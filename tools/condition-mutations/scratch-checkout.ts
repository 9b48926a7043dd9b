import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mutant } from '#test/mutations/draw-mutants.ts'
import { applyChange } from '#test/mutations/mutation.ts'

/** A checkout of the last commit, in which mutants are tested one at a time. */
export class ScratchCheckout {
	/** Files with a mutation, and their texts before. */
	readonly #originals = new Map<string, string>()

	readonly folder: string

	private constructor(folder: string) {
		this.folder = folder
	}

	/**
	 * Makes the checkout, or brings that of an earlier run to the last commit. It has the dependencies of `root`; its caches and built
	 * pages stay for the next run.
	 */
	static async open(root: string, folder: string): Promise<ScratchCheckout> {
		const checkout = new ScratchCheckout(folder)
		const commit = git(root, 'rev-parse', 'HEAD').trim()
		if (existsSync(join(folder, '.git'))) {
			git(folder, 'checkout', '--force', '--detach', commit)
			git(folder, 'clean', '-fd')
		} else {
			await rm(folder, { recursive: true, force: true })
			git(root, 'worktree', 'add', '--detach', '--force', folder, commit)
			await mkdir(join(folder, '.cache'), { recursive: true })
			for (const name of ['node', 'web', 'e2e'].map((part) => `.cache/${part}.tsbuildinfo`))
				if (existsSync(join(root, name))) await cp(join(root, name), join(folder, name))
			if (existsSync(join(root, 'dist'))) await cp(join(root, 'dist'), join(folder, 'dist'), { recursive: true })
		}
		await linkModules(root, folder)
		await checkout.restore()
		execFileSync('node', ['bootstrap/build.mjs'], { cwd: folder, stdio: 'inherit' })
		return checkout
	}

	get commit(): string {
		return git(this.folder, 'rev-parse', 'HEAD').trim()
	}

	/** @throws when the lines of the mutant have changed */
	async apply(mutant: Mutant): Promise<void> {
		const text = await readFile(join(this.folder, mutant.path), 'utf8')
		const changed = applyChange(text, mutant)
		if (!this.#originals.has(mutant.path)) this.#originals.set(mutant.path, text)
		await writeFile(join(this.folder, mutant.path), changed)
	}

	/** The text of a file with the mutant, which is not written. */
	async preview(mutant: Mutant): Promise<string> {
		return applyChange(await readFile(join(this.folder, mutant.path), 'utf8'), mutant)
	}

	/** Takes all mutations back, and the pages that were built of them. */
	async restore(): Promise<void> {
		for (const [path, text] of this.#originals) await writeFile(join(this.folder, path), text)
		this.#originals.clear()
		if (!existsSync(this.#builtBefore)) return
		await rm(this.#built, { recursive: true, force: true })
		await rename(this.#builtBefore, this.#built)
	}

	/** Keeps the built pages until `restore`: the next build replaces them. */
	async keepBuilt(): Promise<void> {
		if (!existsSync(this.#builtBefore)) await cp(this.#built, this.#builtBefore, { recursive: true })
	}

	get #built(): string {
		return join(this.folder, 'dist')
	}

	get #builtBefore(): string {
		return join(this.folder, '.cache/dist')
	}
}

/** Hard links take no space; a link to the folder makes Vite refuse its files as outside of its root. */
async function linkModules(root: string, folder: string): Promise<void> {
	const [from, to] = [join(root, 'node_modules'), join(folder, 'node_modules')]
	const stamp = '.installed-lock'
	const isCurrent =
		existsSync(to) && (await readFile(join(to, stamp), 'utf8')) === (await readFile(join(from, stamp), 'utf8'))
	if (isCurrent) return
	await rm(to, { recursive: true, force: true })
	if (spawnSync('cp', ['-al', from, to]).status === 0) return
	await rm(to, { recursive: true, force: true })
	await symlink(from, to)
}

function git(folder: string, ...args: string[]): string {
	return execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}
