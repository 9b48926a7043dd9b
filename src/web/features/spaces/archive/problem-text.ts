import type { ArchiveProblem } from '#shared/import/archive-import.ts'

/** Why an archive cannot come in, and what to do. */
export const problemTexts: Record<ArchiveProblem, { title: string; advice: string }> = {
	cut: {
		title: 'It is cut',
		advice: 'Copy or download the file again; a USB stick or a slow download often does this.',
	},
	altered: { title: 'It was altered', advice: 'Make a new archive there. This one cannot be mended.' },
	newer: { title: 'It is newer', advice: 'Ask the administrator of this server to update Plaudit first.' },
	no_archive: {
		title: 'It is no archive of Plaudit',
		advice: 'Make one there under Space, Export. For files of other tools, make a space and use Import.',
	},
	damaged: { title: 'A part of it breaks a rule', advice: 'Make a new archive there.' },
	wrong_file: { title: 'A file in it is of the wrong kind', advice: 'Only pictures, recordings and fonts come in.' },
	too_large: { title: 'It is too large', advice: 'The administrator of this server can load it with plaudit import.' },
	no_room: { title: 'There is no room for it', advice: 'Ask the administrator of this server for more disk space.' },
	space_here: {
		title: 'This space is here already',
		advice: 'A space comes in once, so that its links and proofs hold. Delete the one that is here first.',
	},
	clash: { title: 'A part of it is here already', advice: 'Something here has the same id. Make a new archive there.' },
	slug_taken: { title: 'Its address is taken', advice: 'Choose another one.' },
	too_many_spaces: { title: 'You have as many spaces as you may', advice: 'Delete one that you no longer need.' },
	broken: { title: 'The server could not finish it', advice: 'Nothing is left of it. Send the file again.' },
}
