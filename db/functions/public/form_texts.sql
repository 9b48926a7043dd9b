-- The texts of a form by language, the only place that holds them: a form begins with `title` and `consent_text`, and its editor shows the
-- others as examples. `{space}` is the name of the space. A form in any other language begins in English, as its page.
create or replace function public.form_texts() returns jsonb
language sql immutable parallel safe
return '{
	"en": {
		"title": "What would you say about {space}?",
		"consent_text": "You may publish my words, my rating and my name on your website. I can change my mind at any time.",
		"thank_you": "Thank you. We read every one.",
		"link_label": "Back to the shop"
	},
	"de": {
		"title": "Was würden Sie über {space} sagen?",
		"consent_text": "Sie dürfen meine Worte, meine Bewertung und meinen Namen auf Ihrer Website veröffentlichen. Ich kann es mir jederzeit anders überlegen.",
		"thank_you": "Vielen Dank. Wir lesen jede Nachricht.",
		"link_label": "Zurück zum Shop"
	},
	"fr": {
		"title": "{space}\u00a0: qu’en pensez-vous\u00a0?",
		"consent_text": "Vous pouvez publier mes mots, ma note et mon nom sur votre site web. Je peux changer d’avis à tout moment.",
		"thank_you": "Merci. Nous lisons chaque message.",
		"link_label": "Retour à la boutique"
	},
	"es": {
		"title": "¿Qué diría de {space}?",
		"consent_text": "Doy permiso para publicar mis palabras, mi valoración y mi nombre en su sitio web. Puedo cambiar de opinión en cualquier momento.",
		"thank_you": "Gracias. Leemos todos los mensajes.",
		"link_label": "Volver a la tienda"
	},
	"ar": {
		"title": "ماذا تقول عن {space}؟",
		"consent_text": "أسمح لكم بنشر كلماتي وتقييمي واسمي على موقعكم. ويمكنني تغيير رأيي في أي وقت.",
		"thank_you": "شكرًا لك. نقرأ كل رسالة.",
		"link_label": "العودة إلى المتجر"
	}
}'::jsonb;

grant execute on function public.form_texts() to authenticated, service_role, product_door;
