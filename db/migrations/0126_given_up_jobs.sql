-- A job that was given up stays for the operator to see, and may name somebody's address; a month is long enough.
grant select, delete on plaudit.jobs to product_door;

-- As in 0112, and jobs that were given up.
create or replace function private.forget_old() returns void
language sql volatile security definer set search_path = '' as $$
	update private.receipts set send_key = null where send_key is not null and sent_at < now() - interval '7 days';
	delete from private.address_budgets where hour < now() - interval '1 day';
	delete from private.former_consent_texts where replaced_at < now() - interval '30 days';
	delete from plaudit.jobs where failed_at < now() - interval '30 days';
$$;
