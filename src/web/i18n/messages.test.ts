import { expect, test } from 'vitest'
import * as arCollect from './ar/collect.ts'
import * as arDecline from './ar/decline.ts'
import * as arInboxRecording from './ar/inbox-recording.ts'
import * as arInvitation from './ar/invitation.ts'
import * as arQuestions from './ar/questions.ts'
import * as arReceipt from './ar/receipt.ts'
import * as arReceiptRecording from './ar/receipt-recording.ts'
import * as arRecorder from './ar/recorder.ts'
import * as arRecorderProblem from './ar/recorder-problem.ts'
import * as arRecorderTrim from './ar/recorder-trim.ts'
import * as arRecording from './ar/recording.ts'
import * as arRecordingState from './ar/recording-state.ts'
import * as arSignInPage from './ar/sign-in-page.ts'
import * as arUnsubscribe from './ar/unsubscribe.ts'
import * as arVerification from './ar/verification.ts'
import * as arWall from './ar/wall.ts'
import * as arWallPage from './ar/wall-page.ts'
import { collectMessagesFor, initialMessages, lateWords } from './collect-messages.ts'
import * as deCollect from './de/collect.ts'
import * as deDecline from './de/decline.ts'
import * as deInboxRecording from './de/inbox-recording.ts'
import * as deInvitation from './de/invitation.ts'
import * as deQuestions from './de/questions.ts'
import * as deReceipt from './de/receipt.ts'
import * as deReceiptRecording from './de/receipt-recording.ts'
import * as deRecorder from './de/recorder.ts'
import * as deRecorderProblem from './de/recorder-problem.ts'
import * as deRecorderTrim from './de/recorder-trim.ts'
import * as deRecording from './de/recording.ts'
import * as deRecordingState from './de/recording-state.ts'
import * as deSignInPage from './de/sign-in-page.ts'
import * as deUnsubscribe from './de/unsubscribe.ts'
import * as deVerification from './de/verification.ts'
import * as deWall from './de/wall.ts'
import * as deWallPage from './de/wall-page.ts'
import * as enCollect from './en/collect.ts'
import * as enDecline from './en/decline.ts'
import * as enInboxRecording from './en/inbox-recording.ts'
import * as enInvitation from './en/invitation.ts'
import * as enQuestions from './en/questions.ts'
import * as enReceipt from './en/receipt.ts'
import * as enReceiptRecording from './en/receipt-recording.ts'
import * as enRecorder from './en/recorder.ts'
import * as enRecorderProblem from './en/recorder-problem.ts'
import * as enRecorderTrim from './en/recorder-trim.ts'
import * as enRecording from './en/recording.ts'
import * as enRecordingState from './en/recording-state.ts'
import * as enSignInPage from './en/sign-in-page.ts'
import * as enUnsubscribe from './en/unsubscribe.ts'
import * as enVerification from './en/verification.ts'
import * as enWall from './en/wall.ts'
import * as enWallPage from './en/wall-page.ts'
import * as esCollect from './es/collect.ts'
import * as esDecline from './es/decline.ts'
import * as esInboxRecording from './es/inbox-recording.ts'
import * as esInvitation from './es/invitation.ts'
import * as esQuestions from './es/questions.ts'
import * as esReceipt from './es/receipt.ts'
import * as esReceiptRecording from './es/receipt-recording.ts'
import * as esRecorder from './es/recorder.ts'
import * as esRecorderProblem from './es/recorder-problem.ts'
import * as esRecorderTrim from './es/recorder-trim.ts'
import * as esRecording from './es/recording.ts'
import * as esRecordingState from './es/recording-state.ts'
import * as esSignInPage from './es/sign-in-page.ts'
import * as esUnsubscribe from './es/unsubscribe.ts'
import * as esVerification from './es/verification.ts'
import * as esWall from './es/wall.ts'
import * as esWallPage from './es/wall-page.ts'
import * as frCollect from './fr/collect.ts'
import * as frDecline from './fr/decline.ts'
import * as frInboxRecording from './fr/inbox-recording.ts'
import * as frInvitation from './fr/invitation.ts'
import * as frQuestions from './fr/questions.ts'
import * as frReceipt from './fr/receipt.ts'
import * as frReceiptRecording from './fr/receipt-recording.ts'
import * as frRecorder from './fr/recorder.ts'
import * as frRecorderProblem from './fr/recorder-problem.ts'
import * as frRecorderTrim from './fr/recorder-trim.ts'
import * as frRecording from './fr/recording.ts'
import * as frRecordingState from './fr/recording-state.ts'
import * as frSignInPage from './fr/sign-in-page.ts'
import * as frUnsubscribe from './fr/unsubscribe.ts'
import * as frVerification from './fr/verification.ts'
import * as frWall from './fr/wall.ts'
import * as frWallPage from './fr/wall-page.ts'

const places = (text = '') => [...new Set(text.match(/\{\w+\}/g))].sort()
const surfaces = [
	[enCollect.english, [arCollect, deCollect, esCollect, frCollect]],
	[enDecline.english, [arDecline, deDecline, esDecline, frDecline]],
	[enWall.english, [arWall, deWall, esWall, frWall]],
	[enSignInPage.english, [arSignInPage, deSignInPage, esSignInPage, frSignInPage]],
	[enUnsubscribe.english, [arUnsubscribe, deUnsubscribe, esUnsubscribe, frUnsubscribe]],
	[enQuestions.english, [arQuestions, deQuestions, esQuestions, frQuestions]],
	[enReceipt.english, [arReceipt, deReceipt, esReceipt, frReceipt]],
	[enRecorder.english, [arRecorder, deRecorder, esRecorder, frRecorder]],
	[enRecorderProblem.english, [arRecorderProblem, deRecorderProblem, esRecorderProblem, frRecorderProblem]],
	[enRecorderTrim.english, [arRecorderTrim, deRecorderTrim, esRecorderTrim, frRecorderTrim]],
	[enRecording.english, [arRecording, deRecording, esRecording, frRecording]],
	[enReceiptRecording.english, [arReceiptRecording, deReceiptRecording, esReceiptRecording, frReceiptRecording]],
	[enInvitation.english, [arInvitation, deInvitation, esInvitation, frInvitation]],
	[enWallPage.english, [arWallPage, deWallPage, esWallPage, frWallPage]],
	[enInboxRecording.english, [arInboxRecording, deInboxRecording, esInboxRecording, frInboxRecording]],
	[enRecordingState.english, [arRecordingState, deRecordingState, esRecordingState, frRecordingState]],
	[enVerification.english, [arVerification, deVerification, esVerification, frVerification]],
] as const

test('every translation has all sentences with the placeholders of the English ones', () => {
	for (const [english, translations] of surfaces)
		for (const translation of translations) {
			const [table] = Object.values(translation) as Record<string, string>[]
			expect(Object.keys(table ?? {}).sort()).toEqual(Object.keys(english).sort())
			for (const [name, sentence] of Object.entries(english)) {
				expect(table?.[name]?.trim(), name).not.toBe('')
				expect(places(table?.[name]), name).toEqual(places(sentence))
			}
		}
})

test('a locale selects its language; an unknown one gets English, marked as English', () => {
	expect(collectMessagesFor('ar-EG')).toMatchObject({ lang: 'ar', dir: 'rtl' })
	expect(collectMessagesFor('pt_BR')).toMatchObject({
		lang: 'en',
		dir: 'ltr',
		words: enCollect.english,
	})
	expect(collectMessagesFor('constructor').words).toBe(enCollect.english)
})

test('the messages in the page and those that its script fetches are together complete', () => {
	const both = { ...initialMessages(deCollect.german), ...lateWords('de') }
	const serverOnly = Object.keys(deCollect.german).filter((name) => !(name in both))
	expect(serverOnly.sort().join(' ')).toBe(
		'closedText closedTitle closedWall headline headlineHint made needScript neverShownRequired portraitRequired promise1 promise2 promise3 skip waitAndSend',
	)
})
