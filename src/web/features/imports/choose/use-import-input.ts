import { useEffect, useRef, useState } from 'react'
import {
	type ImportAnalysis,
	type ImportFormat,
	type ImportMapping,
	type ImportTarget,
	importFormats,
} from '#shared/import/import-api.ts'
import { analyseImport, type ImportInput, ImportRefused } from '#web/features/imports/send-import.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { readStoredFile, writeStoredFile } from '#web/lib/storage/file-storage.ts'
import { readLocalValue, writeLocalValue } from '#web/lib/storage/local-storage.ts'
import { type Choices, columnKey, giveTargets, mergeChoice, parseChoices } from './import-choices.ts'

/** Milliseconds in which several choices are checked together. */
const delay = 300

/** Why the server does not read a file: a sentence, one for each field, and a format that it could be read in. */
type InputProblem = { message: string; fields: Record<string, string>; format: ImportFormat | null }

const none: Choices = { mapping: {}, targets: {} }

/** The file or rows that are being looked at, what the server says about them, and the choices that were made. A reload keeps them. */
export function useImportInput(spaceId: string) {
	const key = `import-${spaceId}`
	const [input, setInput] = useState<ImportInput | null>(null)
	const [analysis, setAnalysis] = useState<ImportAnalysis | null>(null)
	const [choices, setChoices] = useState<Choices>(none)
	const [asked, setAsked] = useState<ReadonlySet<string>>(new Set())
	const [isChecking, setChecking] = useState(false)
	const [problem, setProblem] = useState<InputProblem>()
	const request = useRef<AbortController | undefined>(undefined)

	const check = async (what: ImportInput, chosen: Choices, wait: number) => {
		request.current?.abort()
		const controller = new AbortController()
		const { signal } = controller
		request.current = controller
		setChecking(true)
		setProblem(undefined)
		try {
			if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
			if (signal.aborted) return
			const client = await supabase
			let found = await analyseImport(client, spaceId, what, chosen.mapping, signal)
			// A file that is read in another way has other columns, and those of the same heading keep what they were named.
			const columns = chosen.mapping.columns ? null : giveTargets(found, chosen.targets)
			if (columns && !signal.aborted)
				found = await analyseImport(client, spaceId, what, { ...chosen.mapping, columns }, signal)
			if (signal.aborted) return
			setAnalysis(found)
			setAsked((now) => new Set([...now, ...unsureKeys(found)]))
			if (columns) keep({ ...chosen, mapping: { ...chosen.mapping, columns } })
		} catch (error) {
			if (!signal.aborted) setProblem(toProblem(error))
		}
		if (request.current === controller) setChecking(false)
	}
	const keep = (next: Choices) => {
		setChoices(next)
		writeLocalValue(`plaudit-${key}-choices`, JSON.stringify(next))
	}
	const show = (next: ImportInput, chosen: Choices) => {
		setInput(next)
		setAnalysis(null)
		setAsked(new Set())
		keep(chosen)
		void check(next, chosen, 0)
	}
	const open = (next: ImportInput, mapping: Partial<ImportMapping> = {}) => {
		void writeStoredFile(key, 'file' in next ? next.file : null)
		show(next, { mapping, targets: {} })
	}
	const change = (next: Choices) => {
		if (!input) return
		keep(next)
		void check(input, next, delay)
	}
	/** As chosen here, while the server still checks the rows by it. */
	const mapping: ImportMapping | null = analysis && { ...analysis.mapping, ...choices.mapping }

	// biome-ignore lint/correctness/useExhaustiveDependencies: read once for each space
	useEffect(() => {
		let isOver = false
		void readStoredFile(key).then((file) => {
			// One that was chosen in the meantime stays.
			if (file && !isOver && !request.current) show({ file }, readChoices(key))
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
		mapping,
		choices,
		/** The keys of the columns that were asked for, also when they have an answer now. */
		asked,
		isChecking,
		problem,
		setProblem: (message: string) => setProblem({ message, fields: {}, format: null }),
		open,
		/** Reads the same input as another format. */
		readAs: (format: ImportFormat) => {
			if (input) change(mergeChoice(choices, { format }))
		},
		choose: (part: Partial<ImportMapping>) => change(mergeChoice(choices, part)),
		/** Names columns, by their positions. */
		nameColumns: (named: Record<number, ImportTarget>) => {
			if (!analysis || !mapping) return
			const columns = mapping.columns.map((target, at) => named[at] ?? target)
			const targets = { ...choices.targets }
			for (const [at, target] of Object.entries(named)) targets[columnKey(analysis, Number(at))] = target
			change({ mapping: { ...choices.mapping, columns }, targets })
		},
		/** Puts the input away, or its import has begun: nothing of it needs to be kept. */
		close: () => {
			request.current?.abort()
			void writeStoredFile(key, null)
			writeLocalValue(`plaudit-${key}-choices`, null)
			writeLocalValue(`plaudit-${key}`, null)
			setInput(null)
			setAnalysis(null)
			setChoices(none)
			setChecking(false)
			setProblem(undefined)
		},
	}
}

export type OpenImport = ReturnType<typeof useImportInput>

const unsureKeys = (analysis: ImportAnalysis) =>
	analysis.columns.flatMap(({ is_unsure: isUnsure }, at) => (isUnsure ? [columnKey(analysis, at)] : []))

/** Choices of before a reload; the server refuses those that do not fit the file. */
const readChoices = (key: string): Choices => parseChoices(readLocalValue(`plaudit-${key}-choices`)) ?? none

function toProblem(error: unknown): InputProblem {
	const fields = error instanceof ImportRefused ? error.fields : {}
	const format = importFormats.find((known) => known === fields.format) ?? null
	const { format: _, ...others } = fields
	const message =
		format && error instanceof ImportRefused ? (Object.values(others)[0] ?? error.serverMessage) : messageOf(error)
	return { message, fields: others, format }
}

/** A sentence about what went wrong, in the words of the server where it says which part. */
export function messageOf(error: unknown): string {
	if (!(error instanceof ImportRefused)) return errorMessage(error)
	return Object.keys(error.fields).length > 0 || error.status === 409 ? error.message : errorMessage(error)
}
