import { useEffect, useRef, useState } from 'react'
import type { ImportAnalysis, ImportMapping } from '#shared/import-api.ts'
import { analyseImport, type ImportInput, ImportRefused } from '#web/features/imports/send-import.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'

/** Milliseconds in which several choices are checked together. */
const delay = 300

/** The file or rows that are being looked at, what the server says about them, and the choices that were made. */
export function useImportInput(spaceId: string) {
	const [input, setInput] = useState<ImportInput | null>(null)
	const [analysis, setAnalysis] = useState<ImportAnalysis | null>(null)
	const [chosen, setChosen] = useState<ImportMapping | null>(null)
	const [isChecking, setChecking] = useState(false)
	const [problem, setProblem] = useState<string>()
	const request = useRef<AbortController | undefined>(undefined)
	useEffect(() => () => request.current?.abort(), [])

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

	return {
		input,
		analysis,
		/** As chosen here, while the server still checks the rows by it. */
		mapping: chosen,
		isChecking,
		problem,
		setProblem,
		open: (next: ImportInput) => {
			setInput(next)
			setAnalysis(null)
			setChosen(null)
			void check(next, {}, 0)
		},
		choose: (part: Partial<ImportMapping>) => {
			if (!input || !chosen) return
			const next = { ...chosen, ...part }
			setChosen(next)
			void check(input, next, delay)
		},
		close: () => {
			request.current?.abort()
			setInput(null)
			setAnalysis(null)
			setChosen(null)
			setChecking(false)
			setProblem(undefined)
		},
	}
}

export type OpenImport = ReturnType<typeof useImportInput>

/** A sentence about what went wrong, in the words of the server where it says which part. */
export function messageOf(error: unknown): string {
	if (!(error instanceof ImportRefused)) return errorMessage(error)
	return Object.keys(error.fields).length > 0 || error.status === 409 ? error.message : errorMessage(error)
}
