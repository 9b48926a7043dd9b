import type { MailTranslation } from './en.ts'

export const translation: MailTranslation = {
	language: 'es',
	direction: 'ltr',
	when: '{day} a las {hour} UTC',
	whenFrom: '{day} a las {hour} UTC con {browser} en {system}',
	systems: {
		iPhone: 'un iPhone',
		iPad: 'un iPad',
		Android: 'Android',
		Windows: 'Windows',
		Mac: 'un Mac',
		Linux: 'Linux',
	},
	factors: {
		totp: 'una aplicación de autenticación',
		phone: 'un teléfono',
		webauthn: 'una llave de seguridad',
		recovery_code: 'códigos de recuperación',
	},
	mails: {
		confirmation: {
			subject: 'Confirme su dirección para Plaudit',
			preview: 'Un clic y su cuenta está lista.',
			heading: 'Confirme su dirección',
			intro:
				'Ha creado una cuenta con {email}. Confirme que la dirección es suya y su primer formulario estará listo para compartir.',
			action: 'Confirmar la dirección',
			orCode: 'O escriba este código donde se lo pidan:',
			once: 'El botón abre una página con un clic más, para que un filtro de correo no gaste su enlace. Botón y código valen una vez, durante 24 horas.',
			notYou: '¿No fue usted? No haga nada. Nadie puede usar la cuenta sin este mensaje.',
		},
		invite: {
			subject: 'Tiene una invitación a Plaudit',
			preview: 'Un clic y ya está dentro.',
			heading: 'Tiene una invitación',
			intro: 'Alguien ha hecho sitio para {email} en su Plaudit. Acepte y ya está dentro.',
			action: 'Aceptar la invitación',
			orCode: 'O escriba este código donde se lo pidan:',
			once: 'Botón y código valen una vez, durante 24 horas.',
			notYou: '¿No lo esperaba? No haga nada y no se abrirá ninguna cuenta.',
		},
		magic_link: {
			subject: '{code} es su código de Plaudit',
			preview: 'Escríbalo donde lo pidió, o use el botón.',
			heading: 'Entrar en Plaudit',
			intro: 'Escriba este código donde lo pidió:',
			orButton: 'O abra Plaudit en este dispositivo:',
			action: 'Entrar',
			once: 'Ambos valen una vez, durante una hora. Pedido el {when}.',
			notYou:
				'¿No lo pidió? Nadie puede entrar sin este mensaje; puede borrarlo. Nunca pedimos el código por teléfono ni por chat.',
		},
		recovery: {
			subject: 'Elija una contraseña nueva para Plaudit',
			preview: 'El enlace vale una vez, durante una hora.',
			heading: 'Elija una contraseña nueva',
			intro: 'Alguien, probablemente usted, pidió una contraseña nueva para {email}.',
			action: 'Elegir una contraseña nueva',
			orCode: 'O escriba este código donde se lo pidan:',
			once: 'Ambos valen una vez, durante una hora. La contraseña anterior sigue valiendo hasta que ponga otra; entonces se cierran todas las demás sesiones.',
			asked: 'Pedido el {when}.',
			notYou:
				'¿No fue usted? Su cuenta sigue igual. Si se repite, active un segundo factor en Cuenta.',
		},
		reauthentication: {
			subject: '{code} confirma que es usted',
			preview: 'Escríbalo donde se lo pidieron.',
			heading: 'Confirme que es usted',
			intro: 'Escriba este código donde se lo pidieron:',
			once: 'Vale una vez, durante una hora. Pedido el {when}.',
			notYou:
				'¿No lo pidió? Quizá alguien ha entrado en su cuenta: elija una contraseña nueva. Nunca pedimos el código por teléfono ni por chat.',
		},
		email_change: {
			subject: 'Confirme la nueva dirección de su cuenta',
			preview: 'Su cuenta cambia cuando ambas direcciones estén de acuerdo.',
			heading: 'Confirme la nueva dirección',
			intro: 'Alguien, probablemente usted, quiere pasar esta cuenta de {email} a {newEmail}.',
			action: 'Confirmar el cambio',
			orCode: 'O escriba este código donde se lo pidan:',
			once: 'Botón y código valen una vez, durante 24 horas. El cambio se hace cuando se confirman los mensajes a ambas direcciones.',
			asked: 'Pedido el {when}.',
			notYou:
				'¿No fue usted? No confirme y elija una contraseña nueva: quizá alguien ha entrado en su cuenta.',
		},
		email_change_new: {
			subject: 'Confirme la nueva dirección de su cuenta',
			preview: 'Su cuenta pasa a esta dirección en cuanto acepte.',
			heading: 'Confirme la nueva dirección',
			intro:
				'Alguien, probablemente usted, quiere entrar en Plaudit con {email} a partir de ahora.',
			action: 'Confirmar el cambio',
			orCode: 'O escriba este código donde se lo pidan:',
			once: 'Botón y código valen una vez, durante 24 horas. Si también se preguntó a la dirección anterior, ambas deben aceptar.',
			asked: 'Pedido el {when}.',
			notYou: '¿No fue usted? No haga nada y nada cambiará.',
		},
		password_changed: {
			subject: 'Su contraseña de Plaudit ha cambiado',
			preview: 'Se cerraron todas las demás sesiones.',
			heading: 'Su contraseña ha cambiado',
			intro: 'La contraseña de {email} se cambió el {when}. Se cerraron todas las demás sesiones.',
			notYou: '¿No fue usted? Elija enseguida una contraseña nueva:',
			action: 'Abrir Plaudit',
		},
		email_changed: {
			subject: 'Su cuenta de Plaudit tiene una dirección nueva',
			preview: 'Con esta dirección ya no se entra.',
			heading: 'Su cuenta tiene una dirección nueva',
			intro:
				'La cuenta {oldEmail} pasó a ser {newEmail} el {when}. Con esta dirección ya no se entra.',
			notYou:
				'¿No fue usted? Escriba a quienes llevan este Plaudit: alguien se ha quedado con su cuenta.',
			action: 'Abrir Plaudit',
		},
		phone_changed: {
			subject: 'Su cuenta de Plaudit tiene un número nuevo',
			preview: 'Los códigos irán al número nuevo.',
			heading: 'Su cuenta tiene un número nuevo',
			intro: 'El teléfono de {email} es {phone} desde el {when}.',
			notYou: '¿No fue usted? Elija enseguida una contraseña nueva y vuelva a poner su número:',
			action: 'Abrir Plaudit',
		},
		identity_linked: {
			subject: 'Su cuenta de Plaudit tiene un acceso más',
			preview: 'Su cuenta se puede abrir de una forma más.',
			heading: 'Se añadió un acceso',
			intro: 'Se puede entrar en {email} con {provider} desde el {when}.',
			notYou: '¿No fue usted? Quítelo y elija una contraseña nueva:',
			action: 'Abrir Plaudit',
		},
		identity_unlinked: {
			subject: 'Su cuenta de Plaudit tiene un acceso menos',
			preview: 'Su cuenta se puede abrir de una forma menos.',
			heading: 'Se quitó un acceso',
			intro: 'Ya no se puede entrar en {email} con {provider} desde el {when}.',
			notYou: '¿No fue usted? Elija enseguida una contraseña nueva:',
			action: 'Abrir Plaudit',
		},
		mfa_factor_enrolled: {
			subject: 'Un segundo factor protege su cuenta de Plaudit',
			preview: 'A partir de ahora se pide al entrar.',
			heading: 'Se añadió un segundo factor',
			intro: 'Entrar como {email} pide también {factor} desde el {when}.',
			notYou:
				'¿No fue usted? Escriba a quienes llevan este Plaudit: quizá no pueda entrar sin ayuda.',
			action: 'Abrir Plaudit',
		},
		mfa_factor_unenrolled: {
			subject: 'Se quitó un segundo factor de su cuenta',
			preview: 'Ya no se pide al entrar.',
			heading: 'Se quitó un segundo factor',
			intro: 'Entrar como {email} ya no pide {factor} desde el {when}.',
			notYou:
				'¿No fue usted? Elija enseguida una contraseña nueva y ponga otra vez un segundo factor:',
			action: 'Abrir Plaudit',
		},
		passkey_created: {
			subject: 'Se añadió una llave de acceso a su cuenta de Plaudit',
			preview: 'Con ella se puede abrir su cuenta.',
			heading: 'Se añadió una llave de acceso',
			intro: 'Se puede entrar en {email} con una llave de acceso nueva desde el {when}.',
			notYou: '¿No fue usted? Quítela y elija una contraseña nueva:',
			action: 'Abrir Plaudit',
		},
		passkey_deleted: {
			subject: 'Se quitó una llave de acceso de su cuenta de Plaudit',
			preview: 'Con ella ya no se puede abrir su cuenta.',
			heading: 'Se quitó una llave de acceso',
			intro: 'Ya no se puede entrar en {email} con una de sus llaves de acceso desde el {when}.',
			notYou: '¿No fue usted? Elija enseguida una contraseña nueva:',
			action: 'Abrir Plaudit',
		},
		recovery_code_used: {
			subject: 'Se usó un código de recuperación de su cuenta',
			preview: 'Sustituyó a su segundo factor.',
			heading: 'Se usó un código de recuperación',
			intro:
				'Se usó un código de recuperación para {email} el {when}. Códigos que quedan: {remaining}.',
			notYou: '¿No fue usted? Elija enseguida una contraseña nueva y cree códigos nuevos:',
			action: 'Abrir Plaudit',
		},
		new_device: {
			subject: 'Una entrada nueva en su cuenta de Plaudit',
			preview: 'Desde un lugar que aún no conocíamos.',
			heading: 'Una entrada nueva',
			intro:
				'Alguien, probablemente usted, entró como {email} el {when}. Aún no conocíamos ese lugar.',
			notYou:
				'¿No fue usted? Elija enseguida una contraseña nueva; eso cierra todas las demás sesiones:',
			action: 'Abrir Plaudit',
		},
		private_link: {
			subject: 'Sus palabras para {space}',
			preview: 'Su enlace privado para cambiarlas, retirarlas o borrarlas.',
			heading: 'Gracias por escribir a {space}',
			intro:
				'Sus palabras han llegado. En una página propia ve dónde se muestran, y puede cambiarlas, retirarlas o borrarlas cuando quiera.',
			action: 'Abrir su página',
			once: 'Guarde el enlace para usted: quien lo tenga puede cambiar sus palabras.',
			notYou:
				'¿No escribió nada? Entonces alguien se equivocó de dirección. Abra la página y borre lo enviado, o borre este mensaje.',
		},
	},
}
