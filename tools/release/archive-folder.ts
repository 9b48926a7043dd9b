import { execFileSync } from 'node:child_process'

/**
 * Packs a folder of a checkout as it is committed into a .tar.gz. Clones of one commit get the same bytes: times are those of the commit,
 * owners are left out, and modes do not depend on settings of git.
 * @param options root of the checkout, folder in it, and path of the new file
 * @throws when the folder is not in the commit
 */
export function archiveFolder({ root, folder, file }: { root: string; folder: string; file: string }): void {
	const archive = ['archive', '--format=tar.gz', `--output=${file}`, 'HEAD', folder]
	execFileSync('git', ['-C', root, '-c', 'tar.umask=0022', '-c', 'tar.tar.gz.command=git archive gzip', ...archive])
}
