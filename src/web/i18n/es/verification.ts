import type { VerificationMessages } from '#web/i18n/en/verification.ts'

export const spanish: VerificationMessages = {
	lang: 'es',
	askedBy: 'A petición de {space}',
	askedFor: 'para {name}',
	notYou: '¿No es usted?',
	emailFromInvitation: 'De su invitación. Puede cambiarlo. Solo {space} lo ve.',
	invitationUsed:
		'Esta invitación ya fue respondida. Para cambiar esa respuesta, abra el enlace privado que recibió al enviarla. También puede escribir de nuevo aquí.',
	invitationExpired: 'Esta invitación terminó el {date}. Aun así puede escribir: solo falta la marca «{mark}».',
	invitationDeclined: 'Esta invitación fue rechazada. Aun así puede escribir: solo falta la marca «{mark}».',
	invitationUnknown:
		'Este enlace personal no vale para este formulario. Aun así puede escribir: solo falta la marca «{mark}».',
	orderSigned: 'Por su pedido {reference}',
	orderSignedText: 'Enviadas desde aquí, sus palabras llevan la marca «{mark}».',
	orderUsed: 'Ya se escribió sobre este pedido. Aun así puede escribir: solo falta la marca «{mark}».',
	orderForged: 'No se pudo comprobar este pedido. Aun así puede escribir: solo falta la marca «{mark}».',
	accountTitle: 'Muestre que es usted de verdad',
	accountOptional: 'opcional',
	accountText:
		'Inicie sesión con una cuenta que ya tenga. Allí no se publica nada, aquí no se crea ninguna cuenta y sus palabras se quedan.',
	accountWith: 'Continuar con {provider}',
	accountOf: 'Sesión iniciada con {provider} como {name}',
	accountMark:
		'Sus palabras llevarán la marca «{mark}». {space} ve además el nombre de la cuenta y el final de su dirección.',
	accountRemove: 'Quitar',
	accountUsed:
		'Este inicio de sesión ya se usó para otras palabras. Aun así puede escribir: solo falta la marca «{mark}».',
	accountExpired: 'Este inicio de sesión tiene más de una hora. Aun así puede escribir: solo falta la marca «{mark}».',
	accountUnknown: 'Este inicio de sesión no vale aquí. Aun así puede escribir: solo falta la marca «{mark}».',
	accountCancelled: 'No ha iniciado sesión. Aun así puede escribir: solo falta la marca «{mark}».',
	accountFailed: 'El inicio de sesión no funcionó. Pruebe otra vez o escriba sin él: solo falta la marca «{mark}».',
	accountBusy:
		'Desde aquí se iniciaron demasiadas sesiones. Pruebe dentro de unos minutos o escriba sin ello: solo falta la marca «{mark}».',
	confirmTitle: '¿Es esta su dirección?',
	confirmText: 'Un toque, y sus palabras llevan la marca «{mark}».',
	confirmYes: 'Sí, confirmarla',
	confirmLater: 'Ahora no, abrir mi página',
	confirmHint: '{space} ve que la dirección está confirmada. El público nunca ve la dirección.',
	confirmNotMine: '¿No escribió usted estas palabras? Entonces no confirme. Puede borrarlas en esa página.',
	confirmedTitle: 'Gracias. Su dirección está confirmada.',
	confirmedText: 'Sus palabras llevan ahora la marca «{mark}».',
	confirmedOpen: 'Abrir su página privada',
	heading: 'Qué significan las marcas',
	yours: 'Cómo sabemos que es usted',
	none: 'No se comprobó nada sobre quién lo escribió.',
	byMail: 'El correo con su enlace privado también confirma su dirección {email}, si lo abre desde allí.',
	why_order: 'El enlace al formulario llevaba un pedido firmado por {space}. No prueba que lo escribiera quien compró.',
	why_provider: 'Al enviarlo, quien escribió inició sesión con una cuenta de otro servicio. No prueba que sea cliente.',
	why_email: 'Quien escribió abrió un correo en la dirección que dio. No prueba su nombre ni que sea cliente.',
	why_invited:
		'Enviado por un enlace personal de un solo uso que {space} mandó a una dirección. No prueba que nadie más usara ese enlace.',
	why_imported: 'Traído de otro lugar. Aquí nadie comprobó quién lo escribió.',
	why_vouched: '{space} lo introdujo y responde por ello. Nadie más comprobó quién lo escribió.',
}
