import type { SignInPageMessages } from '#web/i18n/en/sign-in-page.ts'

export const spanish: SignInPageMessages = {
	title: 'Aquí se guardan palabras de clientes.',
	about: '{host} reúne testimonios para los comercios que lo administran y los muestra en sus sitios.',
	signIn: 'Iniciar sesión',
	dashboard: 'Panel',
	byLink: 'Envíame un enlace',
	forgotten: 'Contraseña olvidada',
	signUp: 'Crear una cuenta',
	asked: '¿Te pidieron unas palabras?',
	lost: 'Abre otra vez el enlace del mensaje del comercio: lleva a tu página. Nada en esta trata de ti.',
	whatIsPlaudit: 'Qué es Plaudit',
	report: 'Informar de una vulnerabilidad',
}
