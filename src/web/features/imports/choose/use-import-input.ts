import { useEffect, useRef, useState } from 'react'
import type { ImportAnalysis, ImportMapping } from '#shared/import/import-api.ts'
import { analyseImport, type ImportInput, ImportRefused } from '#web/features/imports/send-import.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { readStoredFile, writeStoredFile } from '#web/lib/storage/file-storage.ts'
import { readLocalValue, writeLocalValue } from '#web/lib/storage/local-storage.ts'

/** Milliseconds in which several choices are checked together. */
const delay = 300

/** The file or rows that are being looked at, what the server says about them, and the choices that were made. A reload keeps them. */
export function useImportInput(spaceId: string) {
	const key = `import-${spaceId}`
	const [input, setInput] = useState<ImportInput | null>(null)
	const [analysis, setAnalysis] = useState<ImportAnalysis | null>(null)
	const [chosen, setChosen] = useState<ImportMapping | null>(null)
	const [isChecking, setChecking] = useState(false)
	const [problem, setProblem] = useState<string>()
	const request = useRef<AbortController | undefined>(undefined)

	const check = async (what: ImportInput, mapping: Partial<ImportMapping>, wait: number) => {
		request.current?.abort()
		const controller = new AbortController()
		request.current = controller
		setChecking(true)
		setProblem(undefined)
		try {
			if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
			if (controller.signal.aborted) return
			const found = await analyseImport(await supabase, spaceId, what, mapping, controller.signal)
			if (controller.signal.aborted) return
			setAnalysis(found)
			setChosen(found.mapping)
		} catch (error) {
			if (!controller.signal.aborted) setProblem(messageOf(error))
		}
		if (request.current === controller) setChecking(false)
	}
	const store = (next: ImportInput | null, mapping: ImportMapping | null) => {
		void writeStoredFile(key, next && 'file' in next ? next.file : null)
		writeLocalValue(`plaudit-${key}-choices`, mapping && JSON.stringify(mapping))
	}
	const open = (next: ImportInput, mapping: Partial<ImportMapping> = {}) => {
		setInput(next)
		setAnalysis(null)
		setChosen(null)
		void check(next, mapping, 0)
	}

	// biome-ignore lint/correctness/useExhaustiveDependencies: read once for each space
	useEffect(() => {
		let isOver = false
		void readStoredFile(key).then((file) => {
			// One that was chosen in the meantime stays.
			if (file && !isOver && !request.current) open({ file }, readChoices(key))
		})
		return () => {
			isOver = true
			request.current?.abort()
			request.current = undefined
		}
	}, [key])

	return {
		input,
		analysis,
		/** As chosen here, while the server still checks the rows by it. */
		mapping: chosen,
		isChecking,
		problem,
		setProblem,
		open: (next: ImportInput) => {
			store(next, null)
			open(next)
		},
		choose: (part: Partial<ImportMapping>) => {
			if (!input || !chosen) return
			const next = { ...chosen, ...part }
			setChosen(next)
			writeLocalValue(`plaudit-${key}-choices`, JSON.stringify(next))
			void check(input, next, delay)
		},
		/** Its import has begun: nothing of it needs to be kept. */
		close: () => {
			request.current?.abort()
			store(null, null)
			writeLocalValue(`plaudit-${key}`, null)
			setInput(null)
			setAnalysis(null)
			setChosen(null)
			setChecking(false)
			setProblem(undefined)
		},
	}
}

export type OpenImport = ReturnType<typeof useImportInput>

/** Choices of before a reload; the server refuses those that do not fit the file. */
function readChoices(key: string): Partial<ImportMapping> {
	try {
		return JSON.parse(readLocalValue(`plaudit-${key}-choices`) ?? '{}')
	} catch {
		return {}
	}
}

/** A sentence about what went wrong, in the words of the server where it says which part. */
export function messageOf(error: unknown): string {
	if (!(error instanceof ImportRefused)) return errorMessage(error)
	return Object.keys(error.fields).length > 0 || error.status === 409 ? error.message : errorMessage(error)
}
