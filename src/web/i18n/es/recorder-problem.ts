import type { RecorderProblemMessages } from '#web/i18n/en/recorder-problem.ts'

export const spanish: RecorderProblemMessages = {
	tryAgain: 'Intentar de nuevo',
	phoneCamera: 'Usar la cámara del teléfono',
	refused: 'La cámara no está permitida aquí',
	refusedVoice: 'El micrófono no está permitido aquí',
	allowAddressBar:
		'Toque el signo al principio de la barra de direcciones, permita la cámara y el micrófono e inténtelo de nuevo.',
	allowSafariPhone:
		'Toque el menú de la página en la barra de direcciones, abra los ajustes del sitio web, permita la cámara y el micrófono e inténtelo de nuevo.',
	allowSafari:
		'Abra los ajustes de este sitio web en el menú Safari, permita la cámara y el micrófono e inténtelo de nuevo.',
	allowFirefox:
		'Haga clic en la cámara o el micrófono tachado de la barra de direcciones, quite el bloqueo e inténtelo de nuevo.',
	allowSystem:
		'Permita que su navegador use la cámara y el micrófono en los ajustes de este dispositivo e inténtelo de nuevo.',
	none: 'No encontramos ninguna cámara',
	noneText: 'Conecte una e inténtelo de nuevo, déjenos solo su voz o elija un vídeo que ya tenga.',
	noneTextFile: 'Conecte una e inténtelo de nuevo, o elija un vídeo que ya tenga.',
	noneVoice: 'No encontramos ningún micrófono',
	noneVoiceText: 'Conecte uno e inténtelo de nuevo, o elija una grabación que ya tenga.',
	inUse: 'La cámara está en uso',
	inUseVoice: 'El micrófono está en uso',
	inUseText: 'Otra aplicación o pestaña lo tiene. Ciérrela e inténtelo de nuevo, o elija un archivo.',
	insecure: 'Para grabar hace falta una página segura',
	insecureText:
		'Esta página se abrió sin https, así que el navegador no deja usar la cámara ni el micrófono. Elija un archivo.',
	unsupported: 'Este navegador no puede grabar',
	unsupportedText: 'Abra la página en otro navegador o elija un archivo.',
	failed: 'La cámara no arrancó',
	failedVoice: 'El micrófono no arrancó',
	failedText: 'Inténtelo de nuevo. Si vuelve a pasar, elija un archivo.',
	tooShort: 'Ha sido demasiado corto',
	tooShortText: 'La grabación se detuvo antes de que se grabara algo. Inténtelo de nuevo.',
	inApp: 'Esta aplicación se guarda la cámara para sí',
	inAppVoice: 'Esta aplicación se guarda el micrófono para sí',
	inAppText: 'Abra esta página en su navegador y grabe allí.',
	inAppDraft: 'Lo que ha escrito le acompaña.',
	openBrowser: 'Abrir en el navegador',
	copyLink: 'Copiar el enlace',
	copied: 'Enlace copiado. Péguelo en la barra de direcciones de su navegador.',
	notCopied: 'Copie este enlace a mano:',
}
