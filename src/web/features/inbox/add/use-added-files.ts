import { useEffect, useState } from 'react'
import { readStoredFile, writeStoredFile } from '#web/lib/storage/file-storage.ts'
import type { AddedFiles } from '#web/lib/testimonials/send-added.ts'

const names = ['photo', 'avatar'] as const
const noFiles: AddedFiles = { photo: null, avatar: null }

/** The pictures of the testimonial that is being typed in, kept in this browser until it is added. */
export const useAddedFiles = (spaceId: string) => {
	const [files, setFiles] = useState(noFiles)
	const keyOf = (name: keyof AddedFiles) => `added-${spaceId}-${name}`
	// biome-ignore lint/correctness/useExhaustiveDependencies: the keys change with the space alone
	useEffect(() => {
		let isClosed = false
		for (const name of names)
			void readStoredFile(keyOf(name)).then((file) => {
				// One that was chosen in the meantime stays.
				if (file && !isClosed) setFiles((before) => ({ ...before, [name]: before[name] ?? file }))
			})
		return () => {
			isClosed = true
		}
	}, [spaceId])
	const changeFile = (name: keyof AddedFiles, file: File | null) => {
		setFiles((before) => ({ ...before, [name]: file }))
		void writeStoredFile(keyOf(name), file)
	}
	return {
		files,
		changeFile,
		clearFiles: () => {
			for (const name of names) changeFile(name, null)
		},
	}
}
