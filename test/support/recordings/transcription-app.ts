import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type AddedRecording, publishRecording } from '#test/support/product/add-recording.ts'
import { createSpace, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { transcribe, writeTranscriber } from './transcriber.ts'

/** Opens an app with a space for all tests of a file, and a folder of programs that transcribe for each test. */
export function shareTranscriptionApp() {
	let app: TestApp
	let space: SpaceFixture
	let folder: string
	beforeAll(async () => {
		app = await createTestApp({ TRANSCRIBE_COMMAND: '/no/such/program' })
		space = await createSpace(app.database)
	})
	afterAll(() => app.close())
	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'plaudit-transcriber-'))
	})
	afterEach(() => rm(folder, { recursive: true, force: true }))
	return {
		get app() {
			return app
		},
		get space() {
			return space
		},
		get folder() {
			return folder
		},
		/** Adds a second of sound. */
		addVoice: () => publishRecording(app.admin(), space.space_id, { kind: 'audio', seconds: 1, status: 'pending' }),
		/** Writes a program into the folder. @returns its path in quotation marks */
		program: (script: string) => writeTranscriber(folder, script),
		/** Runs the transcription of a recording with a command, to its end. */
		run: (command: string, recording: AddedRecording, seconds?: number) =>
			transcribe(app, space.space_id, command, recording, seconds),
	}
}
