-- The tables of an archive, in the order in which they are restored. `key` is the column that leads to the space; `sorted` is the order
-- of the rows, which an index serves; `omitted` columns are not in the archive; `people` are columns with ids of accounts; rows of a
-- `personal` table hold addresses of customers or their hashes.
create or replace function private.archive_tables()
returns table (name text, key text, sorted text[], omitted text[], people text[], personal boolean)
language sql immutable set search_path = '' as $$
	values
		('public.spaces', 'id', '{id}'::text[], '{}'::text[], '{}'::text[], false),
		('public.forms', 'space_id', '{id}', '{}', '{}', false),
		('public.form_questions', 'space_id', '{form_id,position,id}', '{}', '{}', false),
		-- Their space is that of the form, and is filled from it.
		('private.form_slugs', 'form_id', '{slug}', '{space_id}', '{}', false),
		('private.former_consent_texts', 'form_id', '{form_id,replaced_at,locale}', '{space_id}', '{}', false),
		('public.tags', 'space_id', '{id}', '{}', '{}', false),
		-- Assignments are of the members here.
		('public.testimonials', 'space_id', '{id}', '{assigned_to}', '{}', false),
		('public.testimonial_versions', 'space_id', '{testimonial_id,version}', '{}', '{}', false),
		('public.testimonial_contacts', 'space_id', '{testimonial_id}', '{}', '{}', true),
		('public.testimonial_answers', 'space_id', '{testimonial_id,position,id}', '{}', '{}', false),
		('public.media', 'space_id', '{testimonial_id,id}', '{}', '{}', false),
		('public.captions', 'space_id', '{media_id,locale}', '{}', '{}', false),
		('public.consents', 'space_id', '{testimonial_id,given_at,id}', '{wording_hash}', '{}', false),
		('public.verifications', 'space_id', '{testimonial_id,basis}', '{statement_id}', '{}', false),
		-- The log of another installation gives other numbers.
		('public.testimonial_events', 'space_id', '{testimonial_id,seq}', '{log_number}', '{}', false),
		('public.proposals', 'space_id', '{id}', '{}', '{created_by}', false),
		('public.testimonial_notes', 'space_id', '{id}', '{}', '{author}', false),
		('public.replies', 'space_id', '{testimonial_id}', '{}', '{}', false),
		('public.testimonial_tags', 'space_id', '{testimonial_id,tag_id}', '{}', '{}', false),
		('public.walls', 'space_id', '{id}', '{}', '{}', false),
		('public.wall_items', 'space_id', '{wall_id,testimonial_id}', '{}', '{}', false),
		('private.invitation_batches', 'space_id', '{id}', '{}', '{created_by}', true),
		('public.invitations', 'space_id', '{id}', '{}', '{}', true),
		('private.invitation_tokens', 'space_id', '{invitation_id,token_hash}', '{}', '{}', true),
		('private.declined_addresses', 'space_id', '{address_hash}', '{}', '{}', true),
		('private.erased_invitations', 'space_id', '{id}', '{}', '{}', true),
		-- The request and its words are hashed for retries only; the former hash covers an address, which could be guessed.
		('private.receipts', 'testimonial_id', '{testimonial_id}', '{space_id,send_key,fingerprint,words_mark}', '{}', false),
		('private.former_receipt_tokens', 'space_id', '{testimonial_id,token_hash}', '{}', '{}', false),
		('private.tombstones', 'space_id', '{id_hash}', '{}', '{}', false),
		('public.notification_settings', 'space_id', '{user_id}', '{refusal,refused_at}', '{user_id}', false),
		('public.customer_mails_off', 'space_id', '{mail}', '{}', '{}', false),
		('public.customer_mail_texts', 'space_id', '{mail,locale}', '{version}', '{}', false),
		('public.invitation_templates', 'space_id', '{id}', '{version}', '{}', false),
		-- Numbered by each database.
		('public.space_events', 'space_id', '{id}', '{id}', '{}', false)
$$;

alter function private.archive_tables() owner to product_door;
grant execute on function private.archive_tables() to service_role;
