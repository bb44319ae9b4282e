-- The newest schema, for reading: written by `npm run schema`, held by a test, never executed.
-- Migrations make it: backend/src/platform/database/migrations/.

-- functions that no trigger calls -------------------------------------------------------------------------------

CREATE OR REPLACE FUNCTION public.current_order_ids()
 RETURNS integer[]
 LANGUAGE sql
 STABLE
AS $function$
    SELECT nullif(current_setting('shop.order_ids', true), '')::integer[]
  $function$;

CREATE OR REPLACE FUNCTION public.debt_of(debtor integer)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
AS $function$
    BEGIN
      IF NOT EXISTS (SELECT FROM payment_intents i JOIN chargebacks r ON r.payment_intent_id = i.id
          WHERE i.user_id = debtor) THEN
        RETURN 0;
      END IF;
      RETURN coalesce((SELECT owed FROM receivables WHERE user_id = debtor), 0);
    END
  $function$;

CREATE OR REPLACE FUNCTION public.delete_webhook_events(before timestamp with time zone, first_block bigint, end_block bigint, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    DECLARE deleted integer;
    BEGIN
      DELETE FROM public.webhook_events WHERE ctid = ANY (ARRAY(
        SELECT e.ctid FROM public.webhook_events e
        WHERE e.ctid >= format('(%s,0)', first_block)::tid AND e.ctid < format('(%s,0)', end_block)::tid
          AND e.created_at < least(before, now() - interval '60 days')
        LIMIT most FOR UPDATE SKIP LOCKED));
      GET DIAGNOSTICS deleted = ROW_COUNT;
      RETURN deleted;
    END
  $function$;

CREATE OR REPLACE FUNCTION public.erase_audit_names(erased text, erased_id integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    UPDATE public.audit_entries e
    SET subject_name = CASE e.subject WHEN 'user' THEN 'Tài khoản #' ELSE 'Ví #' END || e.subject_id, before = nullif(e.before - '{username,email}'::text[], '{}'), after = nullif(e.after - '{username,email}'::text[], '{}')
    WHERE e.subject = erased AND e.subject_id = erased_id AND erased IN ('user', 'wallet');
  $function$;

CREATE OR REPLACE FUNCTION public.fold_vi(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ SELECT translate(lower(normalize(words, NFC)), 'àáảãạăằắẳẵặâầấẩẫậđèéẻẽẹêềếểễệìíỉĩịòóỏõọôồốổỗộơờớởỡợùúủũụưừứửữựỳýỷỹỵÀÁẢÃẠĂẰẮẲẴẶÂẦẤẨẪẬĐÈÉẺẼẸÊỀẾỂỄỆÌÍỈĨỊÒÓỎÕỌÔỒỐỔỖỘƠỜỚỞỠỢÙÚỦŨỤƯỪỨỬỮỰỲÝỶỸỴ', 'aaaaaaaaaaaaaaaaadeeeeeeeeeeeiiiiiooooooooooooooooouuuuuuuuuuuyyyyyaaaaaaaaaaaaaaaaadeeeeeeeeeeeiiiiiooooooooooooooooouuuuuuuuuuuyyyyy') $function$;

CREATE OR REPLACE FUNCTION public.lower_vi(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ SELECT translate(lower(normalize(words, NFC)), 'ÀÁẢÃẠĂẰẮẲẴẶÂẦẤẨẪẬĐÈÉẺẼẸÊỀẾỂỄỆÌÍỈĨỊÒÓỎÕỌÔỒỐỔỖỘƠỜỚỞỠỢÙÚỦŨỤƯỪỨỬỮỰỲÝỶỸỴ', 'àáảãạăằắẳẵặâầấẩẫậđèéẻẽẹêềếểễệìíỉĩịòóỏõọôồốổỗộơờớởỡợùúủũụưừứửữựỳýỷỹỵ') $function$;

CREATE OR REPLACE FUNCTION public.product_search_vector(name text, description text, brand integer, category integer)
 RETURNS tsvector
 LANGUAGE sql
 STABLE
AS $function$
    SELECT
      setweight(words_vi(lower_vi(name)), 'A') ||
      setweight(words_vi(fold_vi(name)), 'B') ||
      setweight(words_vi(fold_vi(coalesce((SELECT title FROM brands WHERE id = brand), '') || ' ' ||
        coalesce((SELECT title FROM categories WHERE id = category), ''))), 'C') ||
      setweight(words_vi(fold_vi(left(description, 20000))), 'D')
  $function$;

CREATE OR REPLACE FUNCTION public.shop_date(moment timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ SELECT (moment AT TIME ZONE 'Asia/Ho_Chi_Minh')::date $function$;

CREATE OR REPLACE FUNCTION public.words_vi(written text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ SELECT to_tsvector('simple', translate(written, '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~–—‘’“”…•·×™®©° ', '                                              ')) $function$;

-- view receivables (user_id integer, owed bigint)

-- platform ------------------------------------------------------------------------------------------------------

CREATE TABLE migrations (
  id integer NOT NULL DEFAULT nextval('migrations_id_seq'::regclass),
  "timestamp" bigint NOT NULL,
  name character varying NOT NULL,
  CONSTRAINT PK_8c82d7f526340ab734260ea46be PRIMARY KEY (id)
);
-- rights of may_app: INSERT, SELECT

CREATE TABLE idempotency_keys (
  user_id integer NOT NULL,
  key text NOT NULL,
  request_hash text NOT NULL,
  body jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT idempotency_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_keys_created_at_idx ON public.idempotency_keys USING btree (created_at);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

-- web-assets ----------------------------------------------------------------------------------------------------

CREATE TABLE web_assets (
  name text NOT NULL,
  body bytea NOT NULL,
  is_brotli boolean NOT NULL,
  seen_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT web_assets_pkey PRIMARY KEY (name)
);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

-- audit ---------------------------------------------------------------------------------------------------------

CREATE TABLE audit_entries (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  actor_id integer NOT NULL,
  actor_name text NOT NULL,
  ip_address text NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  subject_id integer,
  subject_name text NOT NULL,
  before jsonb,
  after jsonb,
  api_key_id integer,
  api_key_name text,
  CONSTRAINT audit_entries_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_entries_actor_id_id_idx ON public.audit_entries USING btree (actor_id, id);
CREATE INDEX audit_entries_created_at_idx ON public.audit_entries USING btree (created_at);
CREATE INDEX audit_entries_fold_vi_idx ON public.audit_entries USING gin (fold_vi(((subject_name || ' '::text) || actor_name)) gin_trgm_ops);
CREATE INDEX audit_entries_subject_subject_id_id_idx ON public.audit_entries USING btree (subject, subject_id, id);
CREATE TRIGGER only_names_are_erased BEFORE UPDATE ON public.audit_entries FOR EACH ROW WHEN (((new.subject <> ALL (ARRAY['user'::text, 'wallet'::text])) OR ((to_jsonb(new.*) - '{subject_name,before,after}'::text[]) <> (to_jsonb(old.*) - '{subject_name,before,after}'::text[])) OR (new.subject_name IS DISTINCT FROM (
        CASE old.subject
            WHEN 'user'::text THEN 'Tài khoản #'::text
            ELSE 'Ví #'::text
        END || old.subject_id)) OR (new.before IS DISTINCT FROM NULLIF((old.before - '{username,email}'::text[]), '{}'::jsonb)) OR (new.after IS DISTINCT FROM NULLIF((old.after - '{username,email}'::text[]), '{}'::jsonb)))) EXECUTE FUNCTION records_are_final();
CREATE TRIGGER records_are_final BEFORE DELETE OR TRUNCATE ON public.audit_entries FOR EACH STATEMENT EXECUTE FUNCTION records_are_final();
-- rights of may_app: INSERT, SELECT

CREATE OR REPLACE FUNCTION public.records_are_final()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN RAISE EXCEPTION 'a row of % is never changed or deleted', TG_TABLE_NAME; END
  $function$;

-- settings ------------------------------------------------------------------------------------------------------

CREATE TABLE settings (
  key text NOT NULL,
  value jsonb NOT NULL,
  CONSTRAINT settings_pkey PRIMARY KEY (key)
);
CREATE TRIGGER catalog_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.settings FOR EACH STATEMENT EXECUTE FUNCTION catalog_changed();
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

-- media ---------------------------------------------------------------------------------------------------------

CREATE TABLE media (
  hash text NOT NULL,
  mime text NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  color text NOT NULL DEFAULT '#e9e4da'::text,
  state text NOT NULL DEFAULT 'pending'::text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT media_hash_check CHECK ((hash ~ '^[0-9a-f]{32}$'::text)),
  CONSTRAINT media_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'ready'::text, 'failed'::text]))),
  CONSTRAINT media_pkey PRIMARY KEY (hash)
);
CREATE INDEX media_created_at_idx ON public.media USING btree (created_at) WHERE (state = 'pending'::text);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

-- mail ----------------------------------------------------------------------------------------------------------

CREATE TABLE mails (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  template text NOT NULL,
  user_id integer,
  order_event_id bigint,
  payment_intent_id text,
  secret jsonb,
  state text NOT NULL DEFAULT 'pending'::text,
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  next_attempt_at timestamp with time zone NOT NULL DEFAULT now(),
  sent_at timestamp with time zone,
  recipient text,
  stock_alert_id integer,
  CONSTRAINT mails_check CHECK (((template = ANY (ARRAY['order_placed'::text, 'order_paid'::text, 'order_cancelled'::text, 'order_expired'::text, 'order_sent'::text, 'order_delivered'::text, 'refund_decided'::text, 'payment_credited'::text])) = (order_event_id IS NOT NULL))),
  CONSTRAINT mails_check1 CHECK (((template = 'deposit'::text) = (payment_intent_id IS NOT NULL))),
  CONSTRAINT mails_check2 CHECK (
CASE
    WHEN ((template = 'password_reset'::text) AND (state = 'pending'::text)) THEN (secret IS NOT NULL)
    ELSE (secret IS NULL)
END),
  CONSTRAINT mails_check3 CHECK (((state = 'sent'::text) = (sent_at IS NOT NULL))),
  CONSTRAINT mails_check4 CHECK (((template = ANY (ARRAY['email_changed'::text, 'password_changed'::text, 'two_factor_on'::text, 'two_factor_off'::text, 'stock_alert_confirm'::text, 'back_in_stock'::text, 'api_keys_remain'::text])) = (recipient IS NOT NULL))) NOT VALID,
  CONSTRAINT mails_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'sent'::text, 'failed'::text]))),
  CONSTRAINT mails_stock_alert_check CHECK (((template = ANY (ARRAY['stock_alert_confirm'::text, 'back_in_stock'::text])) = (stock_alert_id IS NOT NULL))),
  CONSTRAINT mails_template_check CHECK ((template = ANY (ARRAY['welcome'::text, 'password_reset'::text, 'order_placed'::text, 'order_paid'::text, 'order_cancelled'::text, 'order_expired'::text, 'order_sent'::text, 'order_delivered'::text, 'refund_decided'::text, 'deposit'::text, 'email_changed'::text, 'password_changed'::text, 'two_factor_on'::text, 'two_factor_off'::text, 'stock_alert_confirm'::text, 'back_in_stock'::text, 'webhook_disabled'::text, 'cart_reminder'::text, 'cart_reminder_confirm'::text, 'api_key_created'::text, 'webhook_widened'::text, 'bank_webhook_created'::text, 'transfer_account_changed'::text, 'api_keys_remain'::text, 'payment_credited'::text]))),
  CONSTRAINT mails_user_check CHECK (((stock_alert_id IS NULL) = (user_id IS NOT NULL))),
  CONSTRAINT mails_order_event_id_fkey FOREIGN KEY (order_event_id) REFERENCES order_events(id),
  CONSTRAINT mails_payment_intent_id_fkey FOREIGN KEY (payment_intent_id) REFERENCES payment_intents(id),
  CONSTRAINT mails_stock_alert_id_fkey FOREIGN KEY (stock_alert_id) REFERENCES stock_alerts(id) ON DELETE CASCADE,
  CONSTRAINT mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT mails_pkey PRIMARY KEY (id)
);
CREATE INDEX mails_due ON public.mails USING btree (next_attempt_at) WHERE (state = 'pending'::text);
CREATE INDEX mails_failed ON public.mails USING btree (id) WHERE (state = 'failed'::text);
CREATE UNIQUE INDEX mails_order_event ON public.mails USING btree (order_event_id) WHERE (order_event_id IS NOT NULL);
CREATE UNIQUE INDEX mails_payment_intent ON public.mails USING btree (payment_intent_id) WHERE (payment_intent_id IS NOT NULL);
CREATE INDEX mails_recipient ON public.mails USING gin (fold_vi(recipient) gin_trgm_ops) WHERE (recipient IS NOT NULL);
CREATE INDEX mails_stock_alert ON public.mails USING btree (stock_alert_id) WHERE (stock_alert_id IS NOT NULL);
CREATE INDEX mails_user ON public.mails USING btree (user_id, id);
CREATE UNIQUE INDEX mails_welcome ON public.mails USING btree (user_id) WHERE (template = 'welcome'::text);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

-- auth ----------------------------------------------------------------------------------------------------------

CREATE TABLE users (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  username text NOT NULL,
  username_key text NOT NULL,
  email text NOT NULL,
  email_key text NOT NULL,
  password_hash text NOT NULL,
  first_name text NOT NULL DEFAULT ''::text,
  last_name text NOT NULL DEFAULT ''::text,
  phone text NOT NULL DEFAULT ''::text,
  gender text NOT NULL DEFAULT ''::text,
  birth_date date,
  address text NOT NULL DEFAULT ''::text,
  avatar_hash text,
  is_active boolean NOT NULL DEFAULT true,
  is_staff boolean NOT NULL DEFAULT false,
  date_joined timestamp with time zone NOT NULL DEFAULT now(),
  closed_at timestamp with time zone,
  email_verified_at timestamp with time zone,
  search_text text NOT NULL GENERATED ALWAYS AS (fold_vi(((((((((username || ' '::text) || email) || ' '::text) || last_name) || ' '::text) || first_name) || ' '::text) || phone))) STORED,
  CONSTRAINT users_check CHECK (((closed_at IS NULL) OR (NOT (is_active OR is_staff)))),
  CONSTRAINT users_gender_check CHECK ((gender = ANY (ARRAY[''::text, 'male'::text, 'female'::text, 'other'::text]))),
  CONSTRAINT users_avatar_hash_fkey FOREIGN KEY (avatar_hash) REFERENCES media(hash),
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_email_key_key UNIQUE (email_key),
  CONSTRAINT users_username_key_key UNIQUE (username_key)
);
CREATE INDEX users_avatar_hash_idx ON public.users USING btree (avatar_hash);
CREATE INDEX users_newest ON public.users USING btree (date_joined DESC, id DESC) WHERE (closed_at IS NULL);
CREATE INDEX users_search ON public.users USING gin (search_text gin_trgm_ops);
CREATE INDEX users_staff ON public.users USING btree (id) WHERE is_staff;
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE identities (
  provider text NOT NULL,
  subject text NOT NULL,
  user_id integer NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT identities_provider_check CHECK ((provider = ANY (ARRAY['google'::text, 'facebook'::text]))),
  CONSTRAINT identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT identities_pkey PRIMARY KEY (provider, subject),
  CONSTRAINT identities_user_id_provider_key UNIQUE (user_id, provider)
);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE addresses (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id integer NOT NULL,
  receiver text NOT NULL,
  phone text NOT NULL,
  address text NOT NULL,
  ward text NOT NULL,
  city text NOT NULL,
  postal_code text NOT NULL,
  country text NOT NULL,
  is_default boolean NOT NULL DEFAULT false,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT addresses_address_check CHECK ((length(address) <= 255)),
  CONSTRAINT addresses_city_check CHECK ((length(city) <= 255)),
  CONSTRAINT addresses_country_check CHECK ((length(country) <= 255)),
  CONSTRAINT addresses_phone_check CHECK ((length(phone) <= 20)),
  CONSTRAINT addresses_postal_code_check CHECK ((length(postal_code) <= 20)),
  CONSTRAINT addresses_receiver_check CHECK ((length(receiver) <= 255)),
  CONSTRAINT addresses_ward_check CHECK ((length(ward) <= 255)),
  CONSTRAINT addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT addresses_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX addresses_one_default ON public.addresses USING btree (user_id) WHERE is_default;
CREATE INDEX addresses_user_id_idx ON public.addresses USING btree (user_id);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE logins (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id integer NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  revoked_at timestamp with time zone,
  user_agent text NOT NULL DEFAULT ''::text,
  network text NOT NULL DEFAULT ''::text,
  last_used_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT logins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT logins_pkey PRIMARY KEY (id)
);
CREATE INDEX logins_user_id_idx ON public.logins USING btree (user_id);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE refresh_tokens (
  id uuid NOT NULL,
  login_id uuid NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT refresh_tokens_login_id_fkey FOREIGN KEY (login_id) REFERENCES logins(id) ON DELETE CASCADE,
  CONSTRAINT refresh_tokens_pkey PRIMARY KEY (id)
);
CREATE INDEX refresh_tokens_login_id_idx ON public.refresh_tokens USING btree (login_id);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE password_resets (
  token_hash text NOT NULL,
  user_id integer NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT password_resets_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX password_resets_user_id_idx ON public.password_resets USING btree (user_id);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE second_factors (
  user_id integer NOT NULL,
  secret text NOT NULL,
  confirmed_at timestamp with time zone,
  last_step bigint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT second_factors_pkey PRIMARY KEY (user_id)
);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE recovery_codes (
  user_id integer NOT NULL,
  code_hash text NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES second_factors(user_id) ON DELETE CASCADE,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash)
);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE newsletter_subscribers (
  email_key text NOT NULL,
  email text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT newsletter_subscribers_pkey PRIMARY KEY (email_key)
);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE api_keys (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  prefix text NOT NULL,
  hash bytea NOT NULL,
  scopes text[] NOT NULL,
  user_id integer NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  CONSTRAINT api_keys_hash_check CHECK ((octet_length(hash) = 32)),
  CONSTRAINT api_keys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  CONSTRAINT api_keys_scopes_check CHECK ((cardinality(scopes) > 0)),
  CONSTRAINT api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_hash_key UNIQUE (hash)
);
CREATE INDEX api_keys_user_id_idx ON public.api_keys USING btree (user_id);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

-- webhooks ------------------------------------------------------------------------------------------------------

CREATE TABLE webhook_endpoints (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  url text NOT NULL,
  description text NOT NULL DEFAULT ''::text,
  events text[] NOT NULL,
  secret text NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  failing_since timestamp with time zone,
  disabled_at timestamp with time zone,
  previous_secret text,
  previous_secret_until timestamp with time zone,
  CONSTRAINT webhook_endpoints_check CHECK (((disabled_at IS NULL) OR (NOT is_active))),
  CONSTRAINT webhook_endpoints_events_check CHECK ((cardinality(events) > 0)),
  CONSTRAINT webhook_endpoints_url_check CHECK ((length(url) <= 500)),
  CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id)
);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE webhook_deliveries (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  endpoint_id integer NOT NULL,
  event_id text NOT NULL,
  type text NOT NULL,
  subject_id integer NOT NULL,
  variant_id integer,
  state text NOT NULL DEFAULT 'pending'::text,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  next_attempt_at timestamp with time zone NOT NULL DEFAULT now(),
  sent_at timestamp with time zone,
  CONSTRAINT webhook_deliveries_check CHECK (((state <> 'sent'::text) OR (sent_at IS NOT NULL))),
  CONSTRAINT webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'sent'::text, 'failed'::text]))),
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_deliveries_endpoint_id_event_id_key UNIQUE (endpoint_id, event_id)
);
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (endpoint_id, next_attempt_at) WHERE (state = 'pending'::text);
CREATE INDEX webhook_deliveries_list ON public.webhook_deliveries USING btree (endpoint_id, id);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE webhook_attempts (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  delivery_id integer NOT NULL,
  attempted_at timestamp with time zone NOT NULL DEFAULT now(),
  status integer,
  duration_ms integer NOT NULL,
  answer text NOT NULL,
  error text,
  CONSTRAINT webhook_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES webhook_deliveries(id) ON DELETE CASCADE,
  CONSTRAINT webhook_attempts_pkey PRIMARY KEY (id)
);
CREATE INDEX webhook_attempts_delivery_id_id_idx ON public.webhook_attempts USING btree (delivery_id, id);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

-- catalog -------------------------------------------------------------------------------------------------------

CREATE TABLE brands (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  title text NOT NULL,
  title_key text NOT NULL GENERATED ALWAYS AS (fold_vi(title)) STORED,
  description text NOT NULL DEFAULT ''::text,
  image_hash text,
  CONSTRAINT brands_image_hash_fkey FOREIGN KEY (image_hash) REFERENCES media(hash),
  CONSTRAINT brands_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX brands_title ON public.brands USING btree (lower_vi(title));
CREATE INDEX brands_title_key_idx ON public.brands USING btree (title_key);
CREATE TRIGGER brand_renamed AFTER UPDATE OF title ON public.brands FOR EACH ROW WHEN ((old.title <> new.title)) EXECUTE FUNCTION brand_renamed();
CREATE TRIGGER catalog_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.brands FOR EACH STATEMENT EXECUTE FUNCTION catalog_changed();
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE categories (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  title text NOT NULL,
  title_key text NOT NULL GENERATED ALWAYS AS (fold_vi(title)) STORED,
  description text NOT NULL DEFAULT ''::text,
  image_hash text,
  CONSTRAINT categories_image_hash_fkey FOREIGN KEY (image_hash) REFERENCES media(hash),
  CONSTRAINT categories_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX categories_title ON public.categories USING btree (lower_vi(title));
CREATE INDEX categories_title_key_idx ON public.categories USING btree (title_key);
CREATE TRIGGER catalog_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.categories FOR EACH STATEMENT EXECUTE FUNCTION catalog_changed();
CREATE TRIGGER category_renamed AFTER UPDATE OF title ON public.categories FOR EACH ROW WHEN ((old.title <> new.title)) EXECUTE FUNCTION category_renamed();
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE colors (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  name text NOT NULL,
  name_key text NOT NULL GENERATED ALWAYS AS (lower_vi(name)) STORED,
  hex_code text NOT NULL,
  CONSTRAINT colors_hex_code_check CHECK ((hex_code ~ '^#[0-9a-f]{6}$'::text)),
  CONSTRAINT colors_pkey PRIMARY KEY (id),
  CONSTRAINT colors_name_key_key UNIQUE (name_key)
);
CREATE TRIGGER catalog_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.colors FOR EACH STATEMENT EXECUTE FUNCTION catalog_changed();
CREATE TRIGGER searched_updated AFTER UPDATE ON public.colors FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION search_colors_renamed();
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE sizes (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  name text NOT NULL,
  name_key text NOT NULL GENERATED ALWAYS AS (lower_vi(name)) STORED,
  "position" integer NOT NULL DEFAULT 0,
  CONSTRAINT sizes_pkey PRIMARY KEY (id),
  CONSTRAINT sizes_name_key_key UNIQUE (name_key)
);
CREATE TRIGGER catalog_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.sizes FOR EACH STATEMENT EXECUTE FUNCTION catalog_changed();
CREATE TRIGGER searched_updated AFTER UPDATE ON public.sizes FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION search_sizes_renamed();
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE products (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  handle text NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT ''::text,
  price bigint NOT NULL,
  old_price bigint,
  count_in_stock integer NOT NULL DEFAULT 0,
  brand_id integer,
  category_id integer,
  has_variants boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  archived_at timestamp with time zone,
  min_price bigint NOT NULL DEFAULT 0,
  total_stock integer NOT NULL DEFAULT 0,
  rating_sum integer NOT NULL DEFAULT 0,
  num_reviews integer NOT NULL DEFAULT 0,
  rating numeric(2,1) NOT NULL GENERATED ALWAYS AS (
CASE
    WHEN (num_reviews = 0) THEN (0)::numeric
    ELSE round(((rating_sum)::numeric / (num_reviews)::numeric), 1)
END) STORED,
  folded_name text NOT NULL GENERATED ALWAYS AS (fold_vi(name)) STORED,
  search tsvector NOT NULL DEFAULT ''::tsvector,
  version integer NOT NULL DEFAULT 1,
  material text NOT NULL DEFAULT ''::text,
  care text NOT NULL DEFAULT ''::text,
  model_height smallint,
  model_size text NOT NULL DEFAULT ''::text,
  CONSTRAINT products_count_in_stock_check CHECK ((count_in_stock >= 0)),
  CONSTRAINT products_model_height_check CHECK (((model_height >= 40) AND (model_height <= 250))),
  CONSTRAINT products_old_price_check CHECK ((old_price > 0)),
  CONSTRAINT products_price_check CHECK (((price >= 0) AND (price <= '9007199254740991'::bigint))),
  CONSTRAINT products_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id),
  CONSTRAINT products_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id),
  CONSTRAINT products_pkey PRIMARY KEY (id),
  CONSTRAINT products_handle_key UNIQUE (handle)
);
CREATE INDEX products_brand_id_category_id_id_idx ON public.products USING btree (brand_id, category_id, id) WHERE (archived_at IS NULL);
CREATE INDEX products_category_id_brand_id_min_price_idx ON public.products USING btree (category_id, brand_id, min_price) WHERE (archived_at IS NULL);
CREATE INDEX products_created_at_id_idx ON public.products USING btree (created_at DESC, id DESC) WHERE (archived_at IS NULL);
CREATE INDEX products_folded_name_idx ON public.products USING gin (folded_name gin_trgm_ops);
CREATE INDEX products_handle_prefix ON public.products USING btree (handle text_pattern_ops);
CREATE INDEX products_min_price_id_idx ON public.products USING btree (min_price, id) WHERE (archived_at IS NULL);
CREATE INDEX products_rating_num_reviews_id_idx ON public.products USING btree (rating DESC, num_reviews DESC, id DESC) WHERE (archived_at IS NULL);
CREATE INDEX products_search_idx ON public.products USING gin (search);
CREATE TRIGGER catalog_changed AFTER TRUNCATE ON public.products FOR EACH STATEMENT EXECUTE FUNCTION catalog_changed();
CREATE TRIGGER catalog_changed_by_delete AFTER DELETE ON public.products REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION products_delisted();
CREATE TRIGGER catalog_changed_by_insert AFTER INSERT ON public.products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION products_listed();
CREATE TRIGGER catalog_changed_by_update AFTER UPDATE ON public.products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION products_changed();
CREATE TRIGGER product_added AFTER INSERT ON public.products REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION product_added();
CREATE TRIGGER product_edited BEFORE UPDATE ON public.products FOR EACH ROW EXECUTE FUNCTION product_edited();
CREATE TRIGGER product_written BEFORE INSERT OR UPDATE ON public.products FOR EACH ROW EXECUTE FUNCTION product_written();
CREATE TRIGGER searched_deleted AFTER DELETE ON public.products REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_products_changed();
CREATE TRIGGER searched_inserted AFTER INSERT ON public.products REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_products_changed();
CREATE TRIGGER searched_updated AFTER UPDATE ON public.products FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.description IS DISTINCT FROM new.description) OR (old.brand_id IS DISTINCT FROM new.brand_id) OR (old.category_id IS DISTINCT FROM new.category_id) OR (old.min_price IS DISTINCT FROM new.min_price) OR (old.archived_at IS DISTINCT FROM new.archived_at) OR (old.has_variants IS DISTINCT FROM new.has_variants) OR (old.material IS DISTINCT FROM new.material))) EXECUTE FUNCTION search_product_changed();
CREATE TRIGGER stock_deleted AFTER DELETE ON public.products REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION products_stock_deleted();
CREATE TRIGGER stock_inserted AFTER INSERT ON public.products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION products_stock_inserted();
CREATE TRIGGER stock_updated AFTER UPDATE ON public.products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION products_stock_updated();
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE product_images (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  product_id integer NOT NULL,
  media_hash text NOT NULL,
  "position" integer NOT NULL,
  color_id integer,
  color_source text,
  CONSTRAINT product_images_color_check CHECK (((color_id IS NULL) OR (color_source IS NOT NULL))),
  CONSTRAINT product_images_color_source_check CHECK ((color_source = ANY (ARRAY['owner'::text, 'engine'::text]))),
  CONSTRAINT product_images_color_id_fkey FOREIGN KEY (color_id) REFERENCES colors(id) ON DELETE SET NULL,
  CONSTRAINT product_images_media_hash_fkey FOREIGN KEY (media_hash) REFERENCES media(hash),
  CONSTRAINT product_images_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  CONSTRAINT product_images_pkey PRIMARY KEY (id),
  CONSTRAINT product_images_product_id_position_key UNIQUE (product_id, "position")
);
CREATE INDEX product_images_color_id_idx ON public.product_images USING btree (color_id) WHERE (color_id IS NOT NULL);
CREATE INDEX product_images_media_hash_idx ON public.product_images USING btree (media_hash);
CREATE TRIGGER catalog_changed AFTER TRUNCATE ON public.product_images FOR EACH STATEMENT EXECUTE FUNCTION catalog_changed();
CREATE TRIGGER catalog_changed_by_delete AFTER DELETE ON public.product_images REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION product_part_removed();
CREATE TRIGGER catalog_changed_by_insert AFTER INSERT ON public.product_images REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION product_part_added();
CREATE TRIGGER catalog_changed_by_update AFTER UPDATE ON public.product_images REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION product_part_changed();
CREATE TRIGGER pictures_deleted AFTER DELETE ON public.product_images REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION pictures_written();
CREATE TRIGGER pictures_inserted AFTER INSERT ON public.product_images REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION pictures_written();
CREATE TRIGGER searched_deleted AFTER DELETE ON public.product_images REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_parts_changed();
CREATE TRIGGER searched_inserted AFTER INSERT ON public.product_images REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_parts_changed();
CREATE TRIGGER searched_updated AFTER UPDATE ON public.product_images FOR EACH ROW WHEN (((old.product_id IS DISTINCT FROM new.product_id) OR (old.media_hash IS DISTINCT FROM new.media_hash) OR (old."position" IS DISTINCT FROM new."position"))) EXECUTE FUNCTION search_row_changed();
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE product_sales (
  product_id integer NOT NULL,
  total_sold integer NOT NULL DEFAULT 0,
  CONSTRAINT product_sales_total_sold_check CHECK ((total_sold >= 0)),
  CONSTRAINT product_sales_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  CONSTRAINT product_sales_pkey PRIMARY KEY (product_id)
);
CREATE INDEX product_sales_total_sold_product_id_idx ON public.product_sales USING btree (total_sold DESC, product_id DESC);
CREATE TRIGGER catalog_changed AFTER TRUNCATE ON public.product_sales FOR EACH STATEMENT EXECUTE FUNCTION catalog_changed();
CREATE TRIGGER catalog_changed_by_update AFTER UPDATE ON public.product_sales REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sales_changed();
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE variants (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  product_id integer NOT NULL,
  color_id integer NOT NULL,
  size_id integer NOT NULL,
  sku text NOT NULL DEFAULT ''::text,
  price bigint NOT NULL,
  stock_quantity integer NOT NULL,
  CONSTRAINT variants_price_check CHECK (((price >= 0) AND (price <= '9007199254740991'::bigint))),
  CONSTRAINT variants_stock_quantity_check CHECK ((stock_quantity >= 0)),
  CONSTRAINT variants_color_id_fkey FOREIGN KEY (color_id) REFERENCES colors(id),
  CONSTRAINT variants_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  CONSTRAINT variants_size_id_fkey FOREIGN KEY (size_id) REFERENCES sizes(id),
  CONSTRAINT variants_pkey PRIMARY KEY (id),
  CONSTRAINT variants_product_id_color_id_size_id_key UNIQUE (product_id, color_id, size_id)
);
CREATE INDEX variants_color_id_idx ON public.variants USING btree (color_id);
CREATE INDEX variants_size_id_idx ON public.variants USING btree (size_id);
CREATE TRIGGER catalog_changed AFTER TRUNCATE ON public.variants FOR EACH STATEMENT EXECUTE FUNCTION catalog_changed();
CREATE TRIGGER catalog_changed_by_delete AFTER DELETE ON public.variants REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION product_part_removed();
CREATE TRIGGER catalog_changed_by_insert AFTER INSERT ON public.variants REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION product_part_added();
CREATE TRIGGER catalog_changed_by_update AFTER UPDATE ON public.variants REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION variants_changed();
CREATE TRIGGER searched_deleted AFTER DELETE ON public.variants REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_parts_changed();
CREATE TRIGGER searched_inserted AFTER INSERT ON public.variants REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_parts_changed();
CREATE TRIGGER searched_updated AFTER UPDATE ON public.variants FOR EACH ROW WHEN (((old.product_id IS DISTINCT FROM new.product_id) OR (old.color_id IS DISTINCT FROM new.color_id) OR (old.size_id IS DISTINCT FROM new.size_id))) EXECUTE FUNCTION search_row_changed();
CREATE TRIGGER stock_deleted AFTER DELETE ON public.variants REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION variants_stock_deleted();
CREATE TRIGGER stock_inserted AFTER INSERT ON public.variants REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION variants_stock_inserted();
CREATE TRIGGER stock_updated AFTER UPDATE ON public.variants REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION variants_stock_updated();
CREATE TRIGGER variants_deleted AFTER DELETE ON public.variants REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION variants_written();
CREATE TRIGGER variants_inserted AFTER INSERT ON public.variants REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION variants_written();
CREATE TRIGGER variants_updated AFTER UPDATE ON public.variants REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION variants_written();
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE size_tables (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  category_id integer,
  product_id integer,
  measures text[] NOT NULL,
  CONSTRAINT size_tables_check CHECK ((num_nonnulls(category_id, product_id) = 1)),
  CONSTRAINT size_tables_measures_check CHECK ((cardinality(measures) <= 10)),
  CONSTRAINT size_tables_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE CASCADE,
  CONSTRAINT size_tables_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  CONSTRAINT size_tables_pkey PRIMARY KEY (id),
  CONSTRAINT size_tables_category_id_key UNIQUE (category_id),
  CONSTRAINT size_tables_product_id_key UNIQUE (product_id)
);
CREATE TRIGGER catalog_changed AFTER TRUNCATE ON public.size_tables FOR EACH STATEMENT EXECUTE FUNCTION catalog_changed();
CREATE TRIGGER size_table_written AFTER INSERT OR DELETE OR UPDATE ON public.size_tables FOR EACH ROW EXECUTE FUNCTION size_table_written();
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE size_table_rows (
  table_id integer NOT NULL,
  size_id integer NOT NULL,
  measured jsonb NOT NULL DEFAULT '{}'::jsonb,
  height_from numeric(4,1),
  height_to numeric(4,1),
  weight_from numeric(4,1),
  weight_to numeric(4,1),
  CONSTRAINT size_table_rows_check CHECK ((height_to >= height_from)),
  CONSTRAINT size_table_rows_check1 CHECK ((weight_to >= weight_from)),
  CONSTRAINT size_table_rows_check2 CHECK (((height_from IS NULL) = (height_to IS NULL))),
  CONSTRAINT size_table_rows_check3 CHECK (((weight_from IS NULL) = (weight_to IS NULL))),
  CONSTRAINT size_table_rows_measured_check CHECK ((jsonb_typeof(measured) = 'object'::text)),
  CONSTRAINT size_table_rows_size_id_fkey FOREIGN KEY (size_id) REFERENCES sizes(id),
  CONSTRAINT size_table_rows_table_id_fkey FOREIGN KEY (table_id) REFERENCES size_tables(id) ON DELETE CASCADE,
  CONSTRAINT size_table_rows_pkey PRIMARY KEY (table_id, size_id)
);
CREATE INDEX size_table_rows_size_id_idx ON public.size_table_rows USING btree (size_id);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE stock_movements (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  product_id integer NOT NULL,
  variant_id integer,
  change integer NOT NULL,
  order_id integer,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT stock_movements_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT stock_movements_pkey PRIMARY KEY (id)
);
CREATE INDEX stock_movements_order_id_idx ON public.stock_movements USING btree (order_id);
CREATE INDEX stock_movements_product_id_variant_id_change_idx ON public.stock_movements USING btree (product_id, variant_id) INCLUDE (change);
CREATE TRIGGER records_are_final BEFORE DELETE OR UPDATE OR TRUNCATE ON public.stock_movements FOR EACH STATEMENT EXECUTE FUNCTION records_are_final();
CREATE TRIGGER stock_low AFTER INSERT ON public.stock_movements REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION stock_low_announced();
-- rights of may_app: INSERT, SELECT

CREATE TABLE reviews (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  product_id integer NOT NULL,
  user_id integer NOT NULL,
  rating integer NOT NULL,
  comment text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  fit text,
  CONSTRAINT reviews_fit_check CHECK ((fit = ANY (ARRAY['tight'::text, 'right'::text, 'loose'::text]))),
  CONSTRAINT reviews_rating_check CHECK (((rating >= 1) AND (rating <= 5))),
  CONSTRAINT reviews_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  CONSTRAINT reviews_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT reviews_pkey PRIMARY KEY (id),
  CONSTRAINT reviews_product_id_user_id_key UNIQUE (product_id, user_id)
);
CREATE INDEX reviews_created_at_id_idx ON public.reviews USING btree (created_at DESC, id DESC);
CREATE INDEX reviews_fold_vi_idx ON public.reviews USING gin (fold_vi(comment) gin_trgm_ops);
CREATE INDEX reviews_product_id_created_at_id_idx ON public.reviews USING btree (product_id, created_at DESC, id DESC);
CREATE INDEX reviews_product_id_fit_idx ON public.reviews USING btree (product_id, fit) WHERE (fit IS NOT NULL);
CREATE INDEX reviews_product_id_rating_created_at_id_idx ON public.reviews USING btree (product_id, rating, created_at DESC, id DESC);
CREATE INDEX reviews_user_id_idx ON public.reviews USING btree (user_id);
CREATE TRIGGER catalog_changed AFTER TRUNCATE ON public.reviews FOR EACH STATEMENT EXECUTE FUNCTION catalog_changed();
CREATE TRIGGER catalog_changed_by_delete AFTER DELETE ON public.reviews REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION review_removed();
CREATE TRIGGER catalog_changed_by_insert AFTER INSERT ON public.reviews REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION review_added();
CREATE TRIGGER catalog_changed_by_update AFTER UPDATE ON public.reviews REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION review_added();
CREATE TRIGGER reviews_deleted AFTER DELETE ON public.reviews REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION reviews_written();
CREATE TRIGGER reviews_inserted AFTER INSERT ON public.reviews REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION reviews_written();
CREATE TRIGGER reviews_updated AFTER UPDATE ON public.reviews REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION reviews_written();
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE review_photos (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  review_id integer NOT NULL,
  "position" integer NOT NULL,
  media_hash text NOT NULL,
  approved_at timestamp with time zone,
  CONSTRAINT review_photos_position_check CHECK ((("position" >= 0) AND ("position" <= 2))),
  CONSTRAINT review_photos_media_hash_fkey FOREIGN KEY (media_hash) REFERENCES media(hash),
  CONSTRAINT review_photos_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id) ON DELETE CASCADE,
  CONSTRAINT review_photos_pkey PRIMARY KEY (id),
  CONSTRAINT review_photos_media_hash_key UNIQUE (media_hash),
  CONSTRAINT review_photos_review_id_position_key UNIQUE (review_id, "position")
);
CREATE INDEX review_photos_pending ON public.review_photos USING btree (review_id) WHERE (approved_at IS NULL);
CREATE TRIGGER catalog_changed AFTER TRUNCATE ON public.review_photos FOR EACH STATEMENT EXECUTE FUNCTION catalog_changed();
CREATE TRIGGER catalog_changed_by_delete AFTER DELETE ON public.review_photos REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION review_photos_changed();
CREATE TRIGGER catalog_changed_by_insert AFTER INSERT ON public.review_photos REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION review_photos_changed();
CREATE TRIGGER catalog_changed_by_update AFTER UPDATE ON public.review_photos REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION review_photos_changed();
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE favorites (
  user_id integer NOT NULL,
  product_id integer NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  color_id integer,
  CONSTRAINT favorites_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  CONSTRAINT favorites_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT favorites_pkey PRIMARY KEY (user_id, product_id)
);
CREATE INDEX favorites_product_id_idx ON public.favorites USING btree (product_id);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE stock_alerts (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  product_id integer NOT NULL,
  variant_id integer,
  email_key text NOT NULL,
  email text NOT NULL,
  user_id integer,
  link_number integer NOT NULL DEFAULT 1,
  link_expires_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  confirmed_at timestamp with time zone,
  notified_at timestamp with time zone,
  CONSTRAINT stock_alerts_check CHECK (((confirmed_at IS NOT NULL) OR (link_expires_at IS NOT NULL))),
  CONSTRAINT stock_alerts_check1 CHECK (((notified_at IS NULL) OR (confirmed_at IS NOT NULL))),
  CONSTRAINT stock_alerts_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  CONSTRAINT stock_alerts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT stock_alerts_variant_id_fkey FOREIGN KEY (variant_id) REFERENCES variants(id) ON DELETE CASCADE,
  CONSTRAINT stock_alerts_pkey PRIMARY KEY (id)
);
CREATE INDEX stock_alerts_notified ON public.stock_alerts USING btree (notified_at) WHERE (notified_at IS NOT NULL);
CREATE UNIQUE INDEX stock_alerts_once ON public.stock_alerts USING btree (email_key, product_id, COALESCE(variant_id, 0));
CREATE INDEX stock_alerts_product_id_idx ON public.stock_alerts USING btree (product_id);
CREATE INDEX stock_alerts_user_id_idx ON public.stock_alerts USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX stock_alerts_variant_id_idx ON public.stock_alerts USING btree (variant_id) WHERE (variant_id IS NOT NULL);
CREATE INDEX stock_alerts_waiting ON public.stock_alerts USING btree (product_id, variant_id) WHERE ((confirmed_at IS NOT NULL) AND (notified_at IS NULL));
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE stock_alert_refusals (
  mailbox_hash text NOT NULL,
  refused_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT stock_alert_refusals_pkey PRIMARY KEY (mailbox_hash)
);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE import_runs (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  file uuid NOT NULL DEFAULT gen_random_uuid(),
  file_name text NOT NULL,
  size bigint NOT NULL,
  state text NOT NULL DEFAULT 'checking'::text,
  "position" bigint NOT NULL DEFAULT 0,
  products integer NOT NULL DEFAULT 0,
  created integer NOT NULL DEFAULT 0,
  updated integer NOT NULL DEFAULT 0,
  unchanged integer NOT NULL DEFAULT 0,
  variants integer NOT NULL DEFAULT 0,
  errors integer NOT NULL DEFAULT 0,
  warnings integer NOT NULL DEFAULT 0,
  failure text,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamp with time zone NOT NULL DEFAULT now(),
  user_id integer NOT NULL,
  user_name text NOT NULL,
  ip_address text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  finished_at timestamp with time zone,
  CONSTRAINT import_runs_size_check CHECK ((size >= 0)),
  CONSTRAINT import_runs_state_check CHECK ((state = ANY (ARRAY['checking'::text, 'ready'::text, 'refused'::text, 'importing'::text, 'done'::text, 'failed'::text]))),
  CONSTRAINT import_runs_pkey PRIMARY KEY (id),
  CONSTRAINT import_runs_file_key UNIQUE (file)
);
CREATE INDEX import_runs_due ON public.import_runs USING btree (next_attempt_at) WHERE (state = ANY (ARRAY['checking'::text, 'importing'::text]));
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE import_messages (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  import_id integer NOT NULL,
  kind text NOT NULL,
  line integer NOT NULL,
  column_name text,
  message text NOT NULL,
  fields text[] NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT import_messages_kind_check CHECK ((kind = ANY (ARRAY['error'::text, 'warning'::text, 'created'::text, 'updated'::text]))),
  CONSTRAINT import_messages_import_id_fkey FOREIGN KEY (import_id) REFERENCES import_runs(id) ON DELETE CASCADE,
  CONSTRAINT import_messages_pkey PRIMARY KEY (id)
);
CREATE INDEX import_messages_import_id_kind_id_idx ON public.import_messages USING btree (import_id, kind, id);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE media_sources (
  url text NOT NULL,
  media_hash text NOT NULL,
  CONSTRAINT media_sources_url_check CHECK ((length(url) <= 2000)),
  CONSTRAINT media_sources_media_hash_fkey FOREIGN KEY (media_hash) REFERENCES media(hash) ON DELETE CASCADE,
  CONSTRAINT media_sources_pkey PRIMARY KEY (url)
);
CREATE INDEX media_sources_media_hash_idx ON public.media_sources USING btree (media_hash);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE OR REPLACE FUNCTION public.brand_renamed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN INSERT INTO search_renames (brand_id) VALUES (NEW.id); RETURN NULL; END
  $function$;

CREATE OR REPLACE FUNCTION public.catalog_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN PERFORM pg_notify('catalog_changed', ''); RETURN NULL; END
  $function$;

CREATE OR REPLACE FUNCTION public.category_renamed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN INSERT INTO search_renames (category_id) VALUES (NEW.id); RETURN NULL; END
  $function$;

CREATE OR REPLACE FUNCTION public.pictures_written()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      UPDATE products SET version = version + 1 WHERE id IN (SELECT product_id FROM changed);
      RETURN NULL;
    END
  $function$;

CREATE OR REPLACE FUNCTION public.product_added()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN INSERT INTO product_sales (product_id) SELECT id FROM added; RETURN NULL; END
  $function$;

CREATE OR REPLACE FUNCTION public.product_edited()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF (NEW.name, NEW.description, NEW.price, NEW.old_price, NEW.count_in_stock, NEW.brand_id, NEW.category_id, NEW.has_variants, NEW.archived_at, NEW.material, NEW.care, NEW.model_height, NEW.model_size)
          IS DISTINCT FROM (OLD.name, OLD.description, OLD.price, OLD.old_price, OLD.count_in_stock, OLD.brand_id, OLD.category_id, OLD.has_variants, OLD.archived_at, OLD.material, OLD.care, OLD.model_height, OLD.model_size)
          AND current_order_ids() IS NULL THEN
        NEW.version := OLD.version + 1;
      END IF;
      RETURN NEW;
    END
  $function$;

CREATE OR REPLACE FUNCTION public.product_part_added()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      PERFORM pg_notify('catalog_changed', CASE WHEN length(items) < 7900 THEN kind || ' ' || items ELSE '' END)
      FROM (SELECT kind, string_agg(DISTINCT item, ' ') AS items FROM (SELECT 'edited' AS kind, product_id::text AS item FROM new_rows) each GROUP BY kind) changes;
      RETURN NULL;
    END
  $function$;

CREATE OR REPLACE FUNCTION public.product_part_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      PERFORM pg_notify('catalog_changed', CASE WHEN length(items) < 7900 THEN kind || ' ' || items ELSE '' END)
      FROM (SELECT kind, string_agg(DISTINCT item, ' ') AS items FROM (SELECT 'edited' AS kind, product_id::text AS item FROM new_rows
      UNION ALL SELECT 'edited', product_id::text FROM old_rows) each GROUP BY kind) changes;
      RETURN NULL;
    END
  $function$;

CREATE OR REPLACE FUNCTION public.product_part_removed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      PERFORM pg_notify('catalog_changed', CASE WHEN length(items) < 7900 THEN kind || ' ' || items ELSE '' END)
      FROM (SELECT kind, string_agg(DISTINCT item, ' ') AS items FROM (SELECT 'edited' AS kind, product_id::text AS item FROM old_rows) each GROUP BY kind) changes;
      RETURN NULL;
    END
  $function$;

CREATE OR REPLACE FUNCTION public.product_written()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF NOT NEW.has_variants THEN
        NEW.min_price := NEW.price;
        NEW.total_stock := NEW.count_in_stock;
      ELSIF TG_OP = 'INSERT' OR NOT OLD.has_variants OR NEW.price <> OLD.price THEN
        SELECT coalesce(min(v.price), NEW.price), coalesce(sum(v.stock_quantity), 0) INTO NEW.min_price, NEW.total_stock
          FROM variants v WHERE v.product_id = NEW.id;
      END IF;
      IF TG_OP = 'INSERT' OR (NEW.name, NEW.description, NEW.brand_id, NEW.category_id, NEW.material)
          IS DISTINCT FROM (OLD.name, OLD.description, OLD.brand_id, OLD.category_id, OLD.material) OR NEW.search = '' THEN
        NEW.search := product_search_vector(NEW.name, concat_ws(E'\n', nullif(NEW.material, ''), NEW.description), NEW.brand_id, NEW.category_id);
      END IF;
      RETURN NEW;
    END
  $function$;

CREATE OR REPLACE FUNCTION public.products_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_nestloop TO 'off'
 SET jit TO 'off'
AS $function$
    BEGIN
      PERFORM pg_notify('catalog_changed', CASE WHEN length(items) < 7900 THEN kind || ' ' || items ELSE '' END)
      FROM (SELECT kind, string_agg(DISTINCT item, ' ') AS items FROM (SELECT kind, n.id::text AS item FROM new_rows n JOIN old_rows o ON o.id = n.id, LATERAL (VALUES
        ('listed', (n.archived_at IS NULL) <> (o.archived_at IS NULL)),
        ('edited', (n.name, n.description, n.price, n.old_price, n.min_price, n.brand_id, n.category_id, n.has_variants, n.created_at, n.material, n.care, n.model_height, n.model_size) IS DISTINCT FROM (o.name, o.description, o.price, o.old_price, o.min_price, o.brand_id, o.category_id, o.has_variants, o.created_at, o.material, o.care, o.model_height, o.model_size)),
        ('availability', (n.total_stock > 0) <> (o.total_stock > 0)),
        ('stock', n.total_stock <> o.total_stock),
        ('reviewed', (n.rating_sum, n.num_reviews) IS DISTINCT FROM (o.rating_sum, o.num_reviews))) AS of_product (kind, is_so) WHERE is_so) each GROUP BY kind) changes;
      RETURN NULL;
    END
  $function$;

CREATE OR REPLACE FUNCTION public.products_delisted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      PERFORM pg_notify('catalog_changed', CASE WHEN length(items) < 7900 THEN kind || ' ' || items ELSE '' END)
      FROM (SELECT kind, string_agg(DISTINCT item, ' ') AS items FROM (SELECT 'listed' AS kind, id::text AS item FROM old_rows WHERE archived_at IS NULL) each GROUP BY kind) changes;
      RETURN NULL;
    END
  $function$;

CREATE OR REPLACE FUNCTION public.products_listed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      PERFORM pg_notify('catalog_changed', CASE WHEN length(items) < 7900 THEN kind || ' ' || items ELSE '' END)
      FROM (SELECT kind, string_agg(DISTINCT item, ' ') AS items FROM (SELECT 'listed' AS kind, id::text AS item FROM new_rows WHERE archived_at IS NULL) each GROUP BY kind) changes;
      RETURN NULL;
    END
  $function$;

CREATE OR REPLACE FUNCTION public.products_stock_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN 
    INSERT INTO stock_movements (product_id, variant_id, change)
    SELECT row.id, NULL::integer, -row.count_in_stock FROM old_rows row WHERE -row.count_in_stock <> 0;
    RETURN NULL; END $function$;

CREATE OR REPLACE FUNCTION public.products_stock_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN 
    INSERT INTO stock_movements (product_id, variant_id, change)
    SELECT row.id, NULL::integer, row.count_in_stock FROM new_rows row WHERE row.count_in_stock <> 0;
    RETURN NULL; END $function$;

CREATE OR REPLACE FUNCTION public.products_stock_updated()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_nestloop TO 'off'
 SET jit TO 'off'
AS $function$
  BEGIN
    INSERT INTO stock_movements (product_id, variant_id, change, order_id)
    SELECT row.id, NULL::integer, coalesce(part.qty * sign(row.count_in_stock - before.count_in_stock)::integer, row.count_in_stock - before.count_in_stock), part.order_id
    FROM new_rows row JOIN old_rows before ON before.id = row.id
    LEFT JOIN (
      SELECT i.order_id, i.product_id, i.variant_id, sum(i.qty)::integer AS qty FROM order_items i
      WHERE i.order_id = ANY (current_order_ids()) GROUP BY i.order_id, i.product_id, i.variant_id
    ) part ON part.product_id = row.id AND part.variant_id IS NULL
    WHERE row.count_in_stock <> before.count_in_stock;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION public.review_added()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      PERFORM pg_notify('catalog_changed', CASE WHEN length(items) < 7900 THEN kind || ' ' || items ELSE '' END)
      FROM (SELECT kind, string_agg(DISTINCT item, ' ') AS items FROM (SELECT 'reviewed' AS kind, product_id::text AS item FROM new_rows) each GROUP BY kind) changes;
      RETURN NULL;
    END
  $function$;

CREATE OR REPLACE FUNCTION public.review_photos_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      PERFORM pg_notify('catalog_changed', CASE WHEN length(items) < 7900 THEN 'reviewed ' || items ELSE '' END)
      FROM (SELECT string_agg(DISTINCT r.product_id::text, ' ') AS items
            FROM changed JOIN reviews r ON r.id = changed.review_id WHERE changed.approved_at IS NOT NULL) changes
      WHERE items IS NOT NULL;
      RETURN NULL;
    END
  $function$;

CREATE OR REPLACE FUNCTION public.review_removed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      PERFORM pg_notify('catalog_changed', CASE WHEN length(items) < 7900 THEN kind || ' ' || items ELSE '' END)
      FROM (SELECT kind, string_agg(DISTINCT item, ' ') AS items FROM (SELECT 'reviewed' AS kind, product_id::text AS item FROM old_rows) each GROUP BY kind) changes;
      RETURN NULL;
    END
  $function$;

CREATE OR REPLACE FUNCTION public.reviews_written()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      PERFORM FROM products WHERE id IN (SELECT product_id FROM changed) ORDER BY id FOR NO KEY UPDATE;
      UPDATE products p SET rating_sum = coalesce(s.rating_sum, 0), num_reviews = s.num_reviews
      FROM (SELECT c.product_id, sum(r.rating) AS rating_sum, count(r.id) AS num_reviews
            FROM (SELECT DISTINCT product_id FROM changed) c
            LEFT JOIN reviews r ON r.product_id = c.product_id GROUP BY c.product_id) s
      WHERE p.id = s.product_id;
      RETURN NULL;
    END
  $function$;

CREATE OR REPLACE FUNCTION public.sales_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_nestloop TO 'off'
 SET jit TO 'off'
AS $function$
    BEGIN
      PERFORM pg_notify('catalog_changed', CASE WHEN length(items) < 7900 THEN kind || ' ' || items ELSE '' END)
      FROM (SELECT kind, string_agg(DISTINCT item, ' ') AS items FROM (SELECT 'sold' AS kind, concat_ws(':', n.product_id, o.total_sold, n.total_sold) AS item
      FROM new_rows n JOIN old_rows o ON o.product_id = n.product_id WHERE n.total_sold <> o.total_sold) each GROUP BY kind) changes;
      RETURN NULL;
    END
  $function$;

CREATE OR REPLACE FUNCTION public.search_colors_renamed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN INSERT INTO search_outbox (product_id) SELECT DISTINCT product_id FROM variants WHERE color_id = NEW.id; RETURN NULL; END
  $function$;

CREATE OR REPLACE FUNCTION public.search_parts_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN INSERT INTO search_outbox (product_id) SELECT DISTINCT product_id FROM changed; RETURN NULL; END
  $function$;

CREATE OR REPLACE FUNCTION public.search_product_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN INSERT INTO search_outbox (product_id) VALUES (NEW.id); RETURN NULL; END
  $function$;

CREATE OR REPLACE FUNCTION public.search_products_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN INSERT INTO search_outbox (product_id) SELECT id FROM changed; RETURN NULL; END
  $function$;

CREATE OR REPLACE FUNCTION public.search_row_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN INSERT INTO search_outbox (product_id) VALUES (NEW.product_id); RETURN NULL; END
  $function$;

CREATE OR REPLACE FUNCTION public.search_sizes_renamed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN INSERT INTO search_outbox (product_id) SELECT DISTINCT product_id FROM variants WHERE size_id = NEW.id; RETURN NULL; END
  $function$;

CREATE OR REPLACE FUNCTION public.size_table_written()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      product integer := CASE WHEN TG_OP = 'DELETE' THEN OLD.product_id ELSE NEW.product_id END;
    BEGIN
      PERFORM pg_notify('catalog_changed', CASE WHEN product IS NULL THEN '' ELSE 'edited ' || product END);
      UPDATE products SET version = version + 1 WHERE id = product;
      RETURN NULL;
    END
  $function$;

CREATE OR REPLACE FUNCTION public.stock_low_announced()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN
    IF NOT EXISTS (SELECT FROM webhook_endpoints WHERE is_active AND 'stock.low' = ANY (events)) THEN
      RETURN NULL;
    END IF;
    INSERT INTO webhook_deliveries (endpoint_id, event_id, type, subject_id, variant_id)
    SELECT w.id, 'evt_stock_' || goods.movement, 'stock.low', goods.product_id, goods.variant_id
    FROM (
      SELECT moved.product_id, moved.variant_id, moved.movement, moved.change,
        coalesce(v.stock_quantity, p.count_in_stock) AS stock
      FROM (SELECT product_id, variant_id, max(id) AS movement, sum(change) AS change FROM new_rows
            GROUP BY product_id, variant_id) moved
      JOIN products p ON p.id = moved.product_id AND p.archived_at IS NULL
        AND p.has_variants = (moved.variant_id IS NOT NULL)
      LEFT JOIN variants v ON v.id = moved.variant_id
      WHERE moved.variant_id IS NULL OR v.id IS NOT NULL
    ) goods
    JOIN webhook_endpoints w ON w.is_active AND 'stock.low' = ANY (w.events)
    WHERE goods.stock <= 5 AND goods.stock - goods.change > 5;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION public.variants_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_nestloop TO 'off'
 SET jit TO 'off'
AS $function$
    BEGIN
      PERFORM pg_notify('catalog_changed', CASE WHEN length(items) < 7900 THEN kind || ' ' || items ELSE '' END)
      FROM (SELECT kind, string_agg(DISTINCT item, ' ') AS items FROM (SELECT kind, n.product_id::text AS item FROM new_rows n JOIN old_rows o ON o.id = n.id, LATERAL (VALUES
        ('edited', (n.product_id, n.color_id, n.size_id, n.price) IS DISTINCT FROM (o.product_id, o.color_id, o.size_id, o.price)),
        ('availability', (n.stock_quantity > 0) <> (o.stock_quantity > 0)),
        ('stock', n.stock_quantity <> o.stock_quantity)) AS of_variant (kind, is_so) WHERE is_so) each GROUP BY kind) changes;
      RETURN NULL;
    END
  $function$;

CREATE OR REPLACE FUNCTION public.variants_stock_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN 
    INSERT INTO stock_movements (product_id, variant_id, change)
    SELECT row.product_id, row.id, -row.stock_quantity FROM old_rows row WHERE -row.stock_quantity <> 0;
    RETURN NULL; END $function$;

CREATE OR REPLACE FUNCTION public.variants_stock_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  BEGIN 
    INSERT INTO stock_movements (product_id, variant_id, change)
    SELECT row.product_id, row.id, row.stock_quantity FROM new_rows row WHERE row.stock_quantity <> 0;
    RETURN NULL; END $function$;

CREATE OR REPLACE FUNCTION public.variants_stock_updated()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_nestloop TO 'off'
 SET jit TO 'off'
AS $function$
  BEGIN
    INSERT INTO stock_movements (product_id, variant_id, change, order_id)
    SELECT row.product_id, row.id, coalesce(part.qty * sign(row.stock_quantity - before.stock_quantity)::integer, row.stock_quantity - before.stock_quantity), part.order_id
    FROM new_rows row JOIN old_rows before ON before.id = row.id
    LEFT JOIN (
      SELECT i.order_id, i.product_id, i.variant_id, sum(i.qty)::integer AS qty FROM order_items i
      WHERE i.order_id = ANY (current_order_ids()) GROUP BY i.order_id, i.product_id, i.variant_id
    ) part ON part.product_id = row.product_id AND part.variant_id = row.id
    WHERE row.stock_quantity <> before.stock_quantity;
    RETURN NULL;
  END $function$;

CREATE OR REPLACE FUNCTION public.variants_written()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      UPDATE products p SET
        min_price = CASE WHEN p.has_variants THEN coalesce(s.min_price, p.price) ELSE p.min_price END,
        total_stock = CASE WHEN p.has_variants THEN coalesce(s.total_stock, 0) ELSE p.total_stock END,
        version = p.version + (current_order_ids() IS NULL)::integer
      FROM (SELECT c.product_id, min(v.price) AS min_price, sum(v.stock_quantity) AS total_stock
            FROM (SELECT DISTINCT product_id FROM changed ORDER BY product_id) c
            LEFT JOIN variants v ON v.product_id = c.product_id GROUP BY c.product_id) s
      WHERE p.id = s.product_id;
      RETURN NULL;
    END
  $function$;

-- search --------------------------------------------------------------------------------------------------------

CREATE TABLE search_engines (
  name text NOT NULL,
  started_at timestamp with time zone NOT NULL DEFAULT now(),
  completed_at timestamp with time zone,
  last_requested_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT search_engines_pkey PRIMARY KEY (name)
);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE search_documents (
  product_id integer NOT NULL,
  facts jsonb,
  media text[] NOT NULL DEFAULT '{}'::text[],
  changed_xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  CONSTRAINT search_documents_pkey PRIMARY KEY (product_id)
);
CREATE INDEX search_documents_changed_xid_idx ON public.search_documents USING btree (changed_xid);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE search_outbox (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  product_id integer NOT NULL,
  taken_at timestamp with time zone,
  queued_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT search_outbox_pkey PRIMARY KEY (id)
);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE search_renames (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  brand_id integer,
  category_id integer,
  last_product_id integer NOT NULL DEFAULT 0,
  CONSTRAINT search_renames_check CHECK ((num_nonnulls(brand_id, category_id) = 1)),
  CONSTRAINT search_renames_pkey PRIMARY KEY (id)
);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE search_images (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  engine text NOT NULL,
  media_hash text NOT NULL,
  vector bytea,
  parts bytea,
  CONSTRAINT search_images_media_hash_fkey FOREIGN KEY (media_hash) REFERENCES media(hash) ON DELETE CASCADE,
  CONSTRAINT search_images_pkey PRIMARY KEY (engine, media_hash),
  CONSTRAINT search_images_id_key UNIQUE (id)
);
CREATE INDEX search_images_media_hash_idx ON public.search_images USING btree (media_hash);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE search_query_stats (
  day date NOT NULL,
  query text NOT NULL,
  searches integer NOT NULL DEFAULT 0,
  empty integer NOT NULL DEFAULT 0,
  clicks integer NOT NULL DEFAULT 0,
  purchases integer NOT NULL DEFAULT 0,
  CONSTRAINT search_query_stats_query_check CHECK (((query <> ''::text) AND (length(query) <= 80))),
  CONSTRAINT search_query_stats_pkey PRIMARY KEY (day, query)
);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE search_product_stats (
  day date NOT NULL,
  query text NOT NULL,
  product_id integer NOT NULL,
  clicks integer NOT NULL DEFAULT 0,
  purchases integer NOT NULL DEFAULT 0,
  CONSTRAINT search_product_stats_query_check CHECK (((query <> ''::text) AND (length(query) <= 80))),
  CONSTRAINT search_product_stats_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  CONSTRAINT search_product_stats_pkey PRIMARY KEY (day, query, product_id)
);
CREATE INDEX search_product_stats_product_id_idx ON public.search_product_stats USING btree (product_id);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE search_synonyms (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  word text NOT NULL,
  meanings text[] NOT NULL,
  is_two_way boolean NOT NULL DEFAULT false,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT search_synonyms_meanings_check CHECK ((cardinality(meanings) > 0)),
  CONSTRAINT search_synonyms_word_check CHECK (((word <> ''::text) AND (length(word) <= 80))),
  CONSTRAINT search_synonyms_pkey PRIMARY KEY (id),
  CONSTRAINT search_synonyms_word_key UNIQUE (word)
);
CREATE TRIGGER search_cleared AFTER TRUNCATE ON public.search_synonyms FOR EACH STATEMENT EXECUTE FUNCTION search_curated();
CREATE TRIGGER search_curated AFTER INSERT OR DELETE OR UPDATE ON public.search_synonyms FOR EACH ROW EXECUTE FUNCTION search_curated();
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE search_pins (
  query text NOT NULL,
  product_id integer NOT NULL,
  kind text NOT NULL,
  "position" integer NOT NULL,
  CONSTRAINT search_pins_kind_check CHECK ((kind = ANY (ARRAY['pin'::text, 'bury'::text]))),
  CONSTRAINT search_pins_position_check CHECK (("position" >= 0)),
  CONSTRAINT search_pins_query_check CHECK (((query <> ''::text) AND (length(query) <= 80))),
  CONSTRAINT search_pins_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  CONSTRAINT search_pins_pkey PRIMARY KEY (query, product_id)
);
CREATE INDEX search_pins_product_id_idx ON public.search_pins USING btree (product_id);
CREATE TRIGGER search_cleared AFTER TRUNCATE ON public.search_pins FOR EACH STATEMENT EXECUTE FUNCTION search_curated();
CREATE TRIGGER search_curated AFTER INSERT OR DELETE OR UPDATE ON public.search_pins FOR EACH ROW EXECUTE FUNCTION search_curated();
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE OR REPLACE FUNCTION public.search_curated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN PERFORM pg_notify('catalog_changed', 'curated'); RETURN NULL; END
  $function$;

-- coupons -------------------------------------------------------------------------------------------------------

CREATE TABLE coupons (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  code text NOT NULL,
  code_key text NOT NULL GENERATED ALWAYS AS (lower_vi(code)) STORED,
  description text NOT NULL DEFAULT ''::text,
  discount_amount bigint NOT NULL,
  min_order_amount bigint NOT NULL DEFAULT 0,
  valid_from timestamp with time zone NOT NULL,
  valid_to timestamp with time zone NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  usage_limit integer,
  per_user_limit integer,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT coupons_check CHECK ((valid_from < valid_to)),
  CONSTRAINT coupons_code_check CHECK (((length(code) >= 1) AND (length(code) <= 50))),
  CONSTRAINT coupons_discount_amount_check CHECK ((discount_amount >= 1)),
  CONSTRAINT coupons_min_order_amount_check CHECK ((min_order_amount >= 0)),
  CONSTRAINT coupons_per_user_limit_check CHECK ((per_user_limit >= 1)),
  CONSTRAINT coupons_usage_limit_check CHECK ((usage_limit >= 1)),
  CONSTRAINT coupons_pkey PRIMARY KEY (id),
  CONSTRAINT coupons_code_key_key UNIQUE (code_key)
);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE coupon_uses (
  order_id integer NOT NULL,
  coupon_id integer NOT NULL,
  user_id integer NOT NULL,
  slot integer NOT NULL,
  user_slot integer NOT NULL,
  CONSTRAINT coupon_uses_slot_check CHECK ((slot >= 1)),
  CONSTRAINT coupon_uses_user_slot_check CHECK ((user_slot >= 1)),
  CONSTRAINT coupon_uses_coupon_id_fkey FOREIGN KEY (coupon_id) REFERENCES coupons(id) ON DELETE CASCADE,
  CONSTRAINT coupon_uses_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT coupon_uses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT coupon_uses_pkey PRIMARY KEY (order_id),
  CONSTRAINT coupon_uses_coupon_id_slot_key UNIQUE (coupon_id, slot),
  CONSTRAINT coupon_uses_coupon_id_user_id_user_slot_key UNIQUE (coupon_id, user_id, user_slot)
);
CREATE INDEX coupon_uses_user_id_idx ON public.coupon_uses USING btree (user_id);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

-- ledger --------------------------------------------------------------------------------------------------------

CREATE TABLE accounts (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  kind text NOT NULL,
  user_id integer,
  balance bigint NOT NULL DEFAULT 0,
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT accounts_check CHECK (((kind = 'wallet'::text) = (user_id IS NOT NULL))),
  CONSTRAINT accounts_check1 CHECK (
CASE
    WHEN (kind = 'wallet'::text) THEN (balance >= 0)
    ELSE (balance = 0)
END),
  CONSTRAINT accounts_kind_check CHECK ((kind = ANY (ARRAY['wallet'::text, 'card_clearing'::text, 'sales'::text, 'discounts'::text, 'refunds'::text, 'corrections'::text, 'disputed'::text, 'receivables'::text, 'cash'::text, 'bank'::text, 'unmatched'::text]))),
  CONSTRAINT accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT accounts_pkey PRIMARY KEY (id),
  CONSTRAINT accounts_user_id_key UNIQUE (user_id)
);
CREATE UNIQUE INDEX accounts_shop_kind ON public.accounts USING btree (kind) WHERE (user_id IS NULL);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE transfers (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  debit_account_id integer NOT NULL,
  credit_account_id integer NOT NULL,
  amount bigint NOT NULL,
  wallet_balance_after bigint,
  order_id integer,
  payment_intent_id text,
  description text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  chargeback_id text,
  bank_transfer_id integer,
  CONSTRAINT transfers_amount_check CHECK ((amount > 0)),
  CONSTRAINT transfers_check CHECK ((debit_account_id <> credit_account_id)),
  CONSTRAINT transfers_kind_check CHECK ((kind = ANY (ARRAY['DEPOSIT'::text, 'PAYMENT'::text, 'CARD_PAYMENT'::text, 'DISCOUNT'::text, 'LATE_PAYMENT'::text, 'REFUND'::text, 'TRANSFER'::text, 'DISPUTE'::text, 'DISPUTE_WON'::text, 'CARD_REFUND'::text, 'CARD_DEBIT'::text, 'CARD_OWED'::text, 'CARD_REGAINED'::text, 'CARD_CREDIT'::text, 'CARD_SETTLED'::text, 'DEBT_PAYMENT'::text, 'CASH_PAYMENT'::text, 'BANK_PAYMENT'::text, 'BANK_CREDIT'::text, 'BANK_UNMATCHED'::text, 'BANK_RETURNED'::text]))),
  CONSTRAINT transfers_bank_transfer_id_fkey FOREIGN KEY (bank_transfer_id) REFERENCES bank_transfers(id),
  CONSTRAINT transfers_chargeback_id_fkey FOREIGN KEY (chargeback_id) REFERENCES chargebacks(id),
  CONSTRAINT transfers_credit_account_id_fkey FOREIGN KEY (credit_account_id) REFERENCES accounts(id),
  CONSTRAINT transfers_debit_account_id_fkey FOREIGN KEY (debit_account_id) REFERENCES accounts(id),
  CONSTRAINT transfers_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT transfers_payment_intent_id_fkey FOREIGN KEY (payment_intent_id) REFERENCES payment_intents(id),
  CONSTRAINT transfers_pkey PRIMARY KEY (id),
  CONSTRAINT transfers_payment_intent_id_key UNIQUE (payment_intent_id)
);
CREATE UNIQUE INDEX transfers_bank_once ON public.transfers USING btree (bank_transfer_id, kind) WHERE (bank_transfer_id IS NOT NULL);
CREATE UNIQUE INDEX transfers_chargeback_once ON public.transfers USING btree (chargeback_id, kind) WHERE (chargeback_id IS NOT NULL);
CREATE INDEX transfers_credit ON public.transfers USING btree (credit_account_id, id);
CREATE INDEX transfers_debit ON public.transfers USING btree (debit_account_id, id);
CREATE INDEX transfers_debt_payments ON public.transfers USING btree (debit_account_id) WHERE (kind = 'DEBT_PAYMENT'::text);
CREATE UNIQUE INDEX transfers_once_of_order ON public.transfers USING btree (order_id, kind, (
CASE
    WHEN (kind = 'BANK_CREDIT'::text) THEN (id)::text
    ELSE COALESCE(chargeback_id, ''::text)
END));
CREATE INDEX transfers_owed ON public.transfers USING btree (chargeback_id) WHERE (kind = ANY (ARRAY['CARD_OWED'::text, 'CARD_SETTLED'::text]));
CREATE TRIGGER records_are_final BEFORE DELETE OR UPDATE OR TRUNCATE ON public.transfers FOR EACH STATEMENT EXECUTE FUNCTION records_are_final();
-- rights of may_app: INSERT, SELECT

CREATE TABLE wallet_transactions (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  account_id integer NOT NULL,
  transaction_type text NOT NULL,
  amount bigint NOT NULL,
  status text NOT NULL,
  description text NOT NULL,
  order_id integer,
  payment_intent_id text,
  transfer_id bigint,
  balance_after bigint,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT wallet_transactions_amount_check CHECK ((amount > 0)),
  CONSTRAINT wallet_transactions_check CHECK (((status = 'COMPLETED'::text) = ((transfer_id IS NOT NULL) AND (balance_after IS NOT NULL)))),
  CONSTRAINT wallet_transactions_status_check CHECK ((status = ANY (ARRAY['COMPLETED'::text, 'PENDING'::text, 'FAILED'::text, 'CANCELLED'::text]))),
  CONSTRAINT wallet_transactions_transaction_type_check CHECK ((transaction_type = ANY (ARRAY['DEPOSIT'::text, 'PAYMENT'::text, 'REFUND'::text, 'TRANSFER'::text]))),
  CONSTRAINT wallet_transactions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT wallet_transactions_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT wallet_transactions_payment_intent_id_fkey FOREIGN KEY (payment_intent_id) REFERENCES payment_intents(id),
  CONSTRAINT wallet_transactions_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES transfers(id),
  CONSTRAINT wallet_transactions_pkey PRIMARY KEY (id),
  CONSTRAINT wallet_transactions_payment_intent_id_key UNIQUE (payment_intent_id),
  CONSTRAINT wallet_transactions_transfer_id_key UNIQUE (transfer_id)
);
CREATE INDEX wallet_transactions_newest ON public.wallet_transactions USING btree (created_at, id) INCLUDE (transaction_type, status, amount, account_id);
CREATE INDEX wallet_transactions_of_account ON public.wallet_transactions USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX wallet_transactions_pending ON public.wallet_transactions USING btree (id) WHERE (status = 'PENDING'::text);
CREATE TRIGGER queue_rollup AFTER INSERT OR UPDATE OF status ON public.wallet_transactions FOR EACH ROW EXECUTE FUNCTION queue_wallet_rollup();
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE OR REPLACE FUNCTION public.queue_wallet_rollup()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF TG_OP = 'UPDATE' THEN
        INSERT INTO wallet_rollup_queue VALUES
          (shop_date(OLD.created_at), OLD.transaction_type, OLD.status, 
  CASE OLD.transaction_type WHEN 'PAYMENT' THEN -1 WHEN 'TRANSFER' THEN (
    SELECT CASE OLD.account_id WHEN t.debit_account_id THEN -1 ELSE 1 END FROM transfers t WHERE t.id = OLD.transfer_id)
  ELSE 1 END, -1, -OLD.amount);
      END IF;
      INSERT INTO wallet_rollup_queue VALUES
        (shop_date(NEW.created_at), NEW.transaction_type, NEW.status, 
  CASE NEW.transaction_type WHEN 'PAYMENT' THEN -1 WHEN 'TRANSFER' THEN (
    SELECT CASE NEW.account_id WHEN t.debit_account_id THEN -1 ELSE 1 END FROM transfers t WHERE t.id = NEW.transfer_id)
  ELSE 1 END, 1, NEW.amount);
      RETURN NULL;
    END
  $function$;

-- orders --------------------------------------------------------------------------------------------------------

CREATE TABLE orders (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  user_id integer NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  address text NOT NULL,
  city text NOT NULL,
  postal_code text NOT NULL,
  country text NOT NULL,
  receiver text NOT NULL DEFAULT ''::text,
  phone text NOT NULL DEFAULT ''::text,
  payment_method text NOT NULL,
  items_price bigint NOT NULL,
  shipping_price bigint NOT NULL,
  tax_price bigint NOT NULL,
  discount bigint NOT NULL DEFAULT 0,
  total_price bigint NOT NULL,
  coupon_code text,
  paid_at timestamp with time zone,
  delivered_at timestamp with time zone,
  refunded_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  notice text,
  search_text text NOT NULL GENERATED ALWAYS AS (fold_vi(((receiver || ' '::text) || phone))) STORED,
  network text,
  transfer_code text,
  gift_note text NOT NULL DEFAULT ''::text,
  carrier text,
  tracking_code text,
  sent_at timestamp with time zone,
  staff_note text NOT NULL DEFAULT ''::text,
  CONSTRAINT orders_cancelled_check CHECK (((cancelled_at IS NULL) OR (delivered_at IS NULL))),
  CONSTRAINT orders_check CHECK (((total_price = (((items_price + shipping_price) + tax_price) - discount)) AND (total_price >= 0))),
  CONSTRAINT orders_check1 CHECK (((paid_at IS NULL) OR (cancelled_at IS NULL))),
  CONSTRAINT orders_check3 CHECK (((refunded_at IS NULL) OR (paid_at IS NOT NULL))),
  CONSTRAINT orders_delivered_check CHECK (((delivered_at IS NULL) OR (paid_at IS NOT NULL) OR (payment_method = 'COD'::text))),
  CONSTRAINT orders_discount_check CHECK ((discount >= 0)),
  CONSTRAINT orders_gift_note_check CHECK ((length(gift_note) <= 300)) NOT VALID,
  CONSTRAINT orders_items_price_check CHECK ((items_price >= 0)),
  CONSTRAINT orders_parcel_check CHECK (((num_nonnulls(carrier, tracking_code) = ANY (ARRAY[0, 2])) AND ((carrier IS NULL) OR (sent_at IS NOT NULL)) AND (carrier = ANY (ARRAY['ghn'::text, 'ghtk'::text, 'viettel_post'::text, 'vnpost'::text, 'jt'::text, 'spx'::text, 'ninja_van'::text, 'other'::text])) AND ((length(tracking_code) >= 4) AND (length(tracking_code) <= 40)))) NOT VALID,
  CONSTRAINT orders_payment_method_check CHECK ((payment_method = ANY (ARRAY['Stripe'::text, 'Paybox'::text, 'COD'::text, 'VietQR'::text]))),
  CONSTRAINT orders_sent_check CHECK (((cancelled_at IS NULL) OR (sent_at IS NULL))),
  CONSTRAINT orders_shipping_price_check CHECK ((shipping_price >= 0)),
  CONSTRAINT orders_staff_note_check CHECK ((length(staff_note) <= 1000)) NOT VALID,
  CONSTRAINT orders_tax_price_check CHECK ((tax_price >= 0)),
  CONSTRAINT orders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT orders_pkey PRIMARY KEY (id),
  CONSTRAINT orders_transfer_code_key UNIQUE (transfer_code)
);
CREATE INDEX orders_in_transit ON public.orders USING btree (id) WHERE ((sent_at IS NOT NULL) AND (delivered_at IS NULL));
CREATE INDEX orders_phone_digits ON public.orders USING gin (regexp_replace(phone, '\D'::text, ''::text, 'g'::text) gin_trgm_ops);
CREATE INDEX orders_search ON public.orders USING gin (search_text gin_trgm_ops);
CREATE INDEX orders_tracking_code ON public.orders USING btree (upper(tracking_code) text_pattern_ops) WHERE (tracking_code IS NOT NULL);
CREATE INDEX orders_undelivered_sent_at ON public.orders USING btree (sent_at, id) WHERE ((delivered_at IS NULL) AND (cancelled_at IS NULL) AND (refunded_at IS NULL));
CREATE INDEX orders_unpaid ON public.orders USING btree (created_at) WHERE ((paid_at IS NULL) AND (cancelled_at IS NULL));
CREATE INDEX orders_unpaid_of_network ON public.orders USING btree (network) WHERE (network IS NOT NULL);
CREATE INDEX orders_unpaid_of_user ON public.orders USING btree (user_id) WHERE ((paid_at IS NULL) AND (cancelled_at IS NULL));
CREATE INDEX orders_user_id_id_idx ON public.orders USING btree (user_id, id DESC);
CREATE TRIGGER forget_buyer BEFORE UPDATE OF paid_at, delivered_at, cancelled_at, refunded_at, sent_at ON public.orders FOR EACH ROW WHEN (((new.cancelled_at IS NOT NULL) OR ((new.paid_at IS NOT NULL) AND (new.delivered_at IS NOT NULL)) OR ((new.refunded_at IS NOT NULL) AND (new.sent_at IS NULL)))) EXECUTE FUNCTION forget_buyer();
CREATE TRIGGER forget_network BEFORE UPDATE OF paid_at, cancelled_at ON public.orders FOR EACH ROW WHEN (((new.paid_at IS NOT NULL) OR (new.cancelled_at IS NOT NULL))) EXECUTE FUNCTION forget_network();
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE order_items (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  order_id integer NOT NULL,
  product_id integer NOT NULL,
  variant_id integer,
  product_name text NOT NULL,
  color text,
  size text,
  image_hash text,
  qty integer NOT NULL,
  price bigint NOT NULL,
  CONSTRAINT order_items_price_check CHECK ((price >= 0)),
  CONSTRAINT order_items_qty_check CHECK (((qty >= 1) AND (qty <= 999))),
  CONSTRAINT order_items_image_hash_fkey FOREIGN KEY (image_hash) REFERENCES media(hash),
  CONSTRAINT order_items_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT order_items_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id),
  CONSTRAINT order_items_pkey PRIMARY KEY (id)
);
CREATE INDEX order_items_image_hash_idx ON public.order_items USING btree (image_hash);
CREATE INDEX order_items_order_id_idx ON public.order_items USING btree (order_id);
CREATE INDEX order_items_product_id_idx ON public.order_items USING btree (product_id);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE order_events (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  order_id integer NOT NULL,
  transition text NOT NULL,
  status_before text,
  status_after text NOT NULL,
  actor text NOT NULL,
  actor_id integer,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  amount bigint,
  reason text,
  CONSTRAINT order_events_actor_check CHECK ((actor = ANY (ARRAY['buyer'::text, 'admin'::text, 'provider'::text, 'shop'::text]))),
  CONSTRAINT order_events_amount_check CHECK ((amount >= 0)),
  CONSTRAINT order_events_check CHECK (((actor = ANY (ARRAY['buyer'::text, 'admin'::text])) = (actor_id IS NOT NULL))),
  CONSTRAINT order_events_reason_check CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 1000))),
  CONSTRAINT order_events_transition_check CHECK ((transition = ANY (ARRAY['place'::text, 'pay'::text, 'cancel'::text, 'expire'::text, 'send'::text, 'undo_send'::text, 'deliver'::text, 'undo_delivery'::text, 'request_refund'::text, 'approve_refund'::text, 'reject_refund'::text, 'delete_refund'::text, 'return_late_payment'::text, 'return_wrong_payment'::text, 'card_refund'::text, 'card_dispute'::text, 'card_return'::text]))),
  CONSTRAINT order_events_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  CONSTRAINT order_events_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT order_events_pkey PRIMARY KEY (id)
);
CREATE INDEX order_events_actor_id_idx ON public.order_events USING btree (actor_id) WHERE (actor_id IS NOT NULL);
CREATE UNIQUE INDEX order_events_end ON public.order_events USING btree (order_id) WHERE (transition = ANY (ARRAY['cancel'::text, 'expire'::text]));
CREATE UNIQUE INDEX order_events_once ON public.order_events USING btree (order_id, transition) WHERE (transition = ANY (ARRAY['place'::text, 'pay'::text, 'approve_refund'::text]));
CREATE INDEX order_events_order_id_id_idx ON public.order_events USING btree (order_id, id);
CREATE TRIGGER queue_rollup AFTER INSERT ON public.order_events FOR EACH ROW EXECUTE FUNCTION queue_order_rollup();
CREATE TRIGGER records_are_final BEFORE DELETE OR UPDATE OR TRUNCATE ON public.order_events FOR EACH STATEMENT EXECUTE FUNCTION records_are_final();
-- rights of may_app: INSERT, SELECT

CREATE TABLE refund_requests (
  id integer NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  order_id integer NOT NULL,
  reason text NOT NULL,
  is_approved boolean,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  decided_at timestamp with time zone,
  decided_by integer,
  CONSTRAINT refund_requests_check CHECK (((is_approved IS NULL) = (decided_at IS NULL))),
  CONSTRAINT refund_requests_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 1000))),
  CONSTRAINT refund_requests_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  CONSTRAINT refund_requests_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT refund_requests_pkey PRIMARY KEY (id),
  CONSTRAINT refund_requests_order_id_key UNIQUE (order_id)
);
CREATE INDEX refund_requests_decided_by_idx ON public.refund_requests USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE INDEX refund_requests_pending ON public.refund_requests USING btree (id) WHERE (is_approved IS NULL);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE cart_reminders (
  user_id integer NOT NULL,
  consented_at timestamp with time zone NOT NULL DEFAULT now(),
  lines jsonb NOT NULL DEFAULT '[]'::jsonb,
  changed_at timestamp with time zone NOT NULL DEFAULT now(),
  mailed_at timestamp with time zone,
  confirmed_email_key text,
  CONSTRAINT cart_reminders_lines_check CHECK ((jsonb_typeof(lines) = 'array'::text)),
  CONSTRAINT cart_reminders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT cart_reminders_pkey PRIMARY KEY (user_id)
);
CREATE INDEX cart_reminders_mailed ON public.cart_reminders USING btree (mailed_at) WHERE (mailed_at IS NOT NULL);
CREATE INDEX cart_reminders_waiting ON public.cart_reminders USING btree (changed_at) WHERE (lines <> '[]'::jsonb);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE cart_reminder_refusals (
  mailbox_hash text NOT NULL,
  refused_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT cart_reminder_refusals_pkey PRIMARY KEY (mailbox_hash)
);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE OR REPLACE FUNCTION public.forget_buyer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (SELECT FROM users WHERE id = NEW.user_id AND closed_at IS NOT NULL) THEN
        NEW.address := ''; NEW.city := ''; NEW.postal_code := ''; NEW.country := ''; NEW.receiver := ''; NEW.phone := '';
        NEW.gift_note := ''; NEW.staff_note := '';
        NEW.carrier := NULL; NEW.tracking_code := NULL;
      END IF;
      RETURN NEW;
    END
  $function$;

CREATE OR REPLACE FUNCTION public.forget_network()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      NEW.network := NULL;
      RETURN NEW;
    END
  $function$;

CREATE OR REPLACE FUNCTION public.queue_order_rollup()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN INSERT INTO order_rollup_queue VALUES (NEW.id); RETURN NULL; END
  $function$;

-- paybox --------------------------------------------------------------------------------------------------------

CREATE TABLE daily_wallet_stats (
  day date NOT NULL,
  transaction_type text NOT NULL,
  status text NOT NULL,
  direction integer NOT NULL,
  lines integer NOT NULL,
  amount bigint NOT NULL,
  CONSTRAINT daily_wallet_stats_pkey PRIMARY KEY (day, transaction_type, status, direction)
);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE wallet_rollup_queue (
  day date NOT NULL,
  transaction_type text NOT NULL,
  status text NOT NULL,
  direction integer NOT NULL,
  lines integer NOT NULL,
  amount bigint NOT NULL
);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

-- payments ------------------------------------------------------------------------------------------------------

CREATE TABLE payment_intents (
  id text NOT NULL,
  purpose text NOT NULL,
  user_id integer NOT NULL,
  order_id integer,
  amount bigint NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  settled_at timestamp with time zone,
  closed_at timestamp with time zone,
  checked_at timestamp with time zone,
  unknown_since timestamp with time zone,
  CONSTRAINT payment_intents_amount_check CHECK ((amount > 0)),
  CONSTRAINT payment_intents_check CHECK (((purpose = 'order'::text) = (order_id IS NOT NULL))),
  CONSTRAINT payment_intents_check1 CHECK (((settled_at IS NULL) OR (closed_at IS NULL))),
  CONSTRAINT payment_intents_purpose_check CHECK ((purpose = ANY (ARRAY['order'::text, 'deposit'::text]))),
  CONSTRAINT payment_intents_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT payment_intents_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT payment_intents_pkey PRIMARY KEY (id)
);
CREATE INDEX payment_intents_open ON public.payment_intents USING btree (created_at) WHERE ((settled_at IS NULL) AND (closed_at IS NULL));
CREATE UNIQUE INDEX payment_intents_open_order ON public.payment_intents USING btree (order_id) WHERE ((settled_at IS NULL) AND (closed_at IS NULL));
CREATE INDEX payment_intents_order_id_idx ON public.payment_intents USING btree (order_id);
CREATE INDEX payment_intents_user ON public.payment_intents USING btree (user_id);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE bank_transfers (
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  reference text NOT NULL,
  event_id text,
  amount bigint NOT NULL,
  description text NOT NULL,
  order_id integer,
  state text NOT NULL,
  problem text,
  note text,
  decided_by integer,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  decided_at timestamp with time zone,
  CONSTRAINT bank_transfers_amount_check CHECK ((amount > 0)),
  CONSTRAINT bank_transfers_check CHECK (((state <> ALL (ARRAY['paid'::text, 'credited'::text])) OR (order_id IS NOT NULL))),
  CONSTRAINT bank_transfers_check1 CHECK (((state <> 'unmatched'::text) OR (problem IS NOT NULL))),
  CONSTRAINT bank_transfers_problem_check CHECK ((problem = ANY (ARRAY['unknown_code'::text, 'several_codes'::text, 'closed_account'::text, 'already_recorded'::text]))),
  CONSTRAINT bank_transfers_reference_check CHECK ((reference <> ''::text)),
  CONSTRAINT bank_transfers_state_check CHECK ((state = ANY (ARRAY['paid'::text, 'credited'::text, 'unmatched'::text, 'returned'::text]))),
  CONSTRAINT bank_transfers_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  CONSTRAINT bank_transfers_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  CONSTRAINT bank_transfers_pkey PRIMARY KEY (id),
  CONSTRAINT bank_transfers_event_id_key UNIQUE (event_id),
  CONSTRAINT bank_transfers_reference_key UNIQUE (reference)
);
CREATE INDEX bank_transfers_amount ON public.bank_transfers USING btree (amount);
CREATE INDEX bank_transfers_decided_by_idx ON public.bank_transfers USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE INDEX bank_transfers_order_id_idx ON public.bank_transfers USING btree (order_id);
CREATE INDEX bank_transfers_search ON public.bank_transfers USING gin (reference gin_trgm_ops, fold_vi(description) gin_trgm_ops);
CREATE INDEX bank_transfers_unmatched ON public.bank_transfers USING btree (id) WHERE (state = 'unmatched'::text);
CREATE TRIGGER forget_payer BEFORE INSERT OR UPDATE ON public.bank_transfers FOR EACH ROW WHEN (((new.state <> 'unmatched'::text) AND (new.description <> ''::text))) EXECUTE FUNCTION forget_payer();
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE chargebacks (
  id text NOT NULL,
  payment_intent_id text NOT NULL,
  kind text NOT NULL,
  amount bigint NOT NULL,
  status text NOT NULL,
  stage text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  reason text,
  due_by timestamp with time zone,
  CONSTRAINT chargebacks_amount_check CHECK ((amount > 0)),
  CONSTRAINT chargebacks_check CHECK (((stage <> 'funds_withdrawn'::text) OR (kind = 'dispute'::text))),
  CONSTRAINT chargebacks_kind_check CHECK ((kind = ANY (ARRAY['refund'::text, 'dispute'::text]))),
  CONSTRAINT chargebacks_stage_check CHECK ((stage = ANY (ARRAY['pending'::text, 'funds_withdrawn'::text, 'lost'::text, 'void'::text, 'funds_reinstated'::text]))),
  CONSTRAINT chargebacks_payment_intent_id_fkey FOREIGN KEY (payment_intent_id) REFERENCES payment_intents(id),
  CONSTRAINT chargebacks_pkey PRIMARY KEY (id)
);
CREATE INDEX chargebacks_payment_intent_id_idx ON public.chargebacks USING btree (payment_intent_id);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE webhook_events (
  id text NOT NULL,
  type text NOT NULL,
  payment_intent_id text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  is_booked boolean NOT NULL DEFAULT false,
  CONSTRAINT webhook_events_pkey PRIMARY KEY (id)
);
CREATE TRIGGER records_are_final BEFORE UPDATE OR TRUNCATE ON public.webhook_events FOR EACH STATEMENT EXECUTE FUNCTION records_are_final();
CREATE TRIGGER young_records_are_final BEFORE DELETE ON public.webhook_events FOR EACH ROW WHEN ((old.created_at > (now() - '60 days'::interval))) EXECUTE FUNCTION records_are_final();
-- rights of may_app: INSERT, SELECT

CREATE TABLE webhook_backfill (
  singleton boolean NOT NULL DEFAULT true,
  backfilled_to timestamp with time zone NOT NULL,
  CONSTRAINT webhook_backfill_singleton_check CHECK (singleton),
  CONSTRAINT webhook_backfill_pkey PRIMARY KEY (singleton)
);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE sandbox.responses (
  key text NOT NULL,
  request text NOT NULL,
  status integer NOT NULL,
  body jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT responses_pkey PRIMARY KEY (key)
);
CREATE INDEX responses_created_at_idx ON sandbox.responses USING btree (created_at);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE sandbox.disputes (
  id text NOT NULL,
  payment_intent_id text NOT NULL,
  dispute jsonb NOT NULL,
  sequence bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  CONSTRAINT disputes_payment_intent_id_fkey FOREIGN KEY (payment_intent_id) REFERENCES sandbox.payment_intents(id),
  CONSTRAINT disputes_pkey PRIMARY KEY (id)
);
CREATE INDEX disputes_payment_intent_id_idx ON sandbox.disputes USING btree (payment_intent_id);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE sandbox.events (
  id text NOT NULL,
  payload text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamp with time zone NOT NULL DEFAULT now(),
  delivered_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  sequence bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  CONSTRAINT events_pkey PRIMARY KEY (id)
);
CREATE INDEX events_created_at_idx ON sandbox.events USING btree (created_at);
CREATE INDEX events_next_attempt_at_idx ON sandbox.events USING btree (next_attempt_at) WHERE (delivered_at IS NULL);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE sandbox.payment_intents (
  id text NOT NULL,
  intent jsonb NOT NULL,
  CONSTRAINT payment_intents_pkey PRIMARY KEY (id)
);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE sandbox.refunds (
  id text NOT NULL,
  payment_intent_id text NOT NULL,
  refund jsonb NOT NULL,
  sequence bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  CONSTRAINT refunds_payment_intent_id_fkey FOREIGN KEY (payment_intent_id) REFERENCES sandbox.payment_intents(id),
  CONSTRAINT refunds_pkey PRIMARY KEY (id)
);
CREATE INDEX refunds_payment_intent_id_idx ON sandbox.refunds USING btree (payment_intent_id);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE OR REPLACE FUNCTION public.forget_payer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (SELECT FROM orders o JOIN users u ON u.id = o.user_id WHERE o.id = NEW.order_id AND u.closed_at IS NOT NULL) THEN
        NEW.description := '';
      END IF;
      RETURN NEW;
    END
  $function$;

-- ledger-check --------------------------------------------------------------------------------------------------

CREATE TABLE ledger_checks (
  singleton boolean NOT NULL DEFAULT true,
  breaches jsonb NOT NULL,
  checked_at timestamp with time zone NOT NULL DEFAULT now(),
  checkpoint jsonb,
  full_check_at timestamp with time zone,
  CONSTRAINT ledger_checks_singleton_check CHECK (singleton),
  CONSTRAINT ledger_checks_pkey PRIMARY KEY (singleton)
);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE ledger_check_attempts (
  singleton boolean NOT NULL DEFAULT true,
  began_at timestamp with time zone NOT NULL DEFAULT now(),
  ended_at timestamp with time zone,
  reason text,
  rules_done integer NOT NULL DEFAULT 0,
  failure text,
  CONSTRAINT ledger_check_attempts_reason_check CHECK ((reason = ANY (ARRAY['first'::text, 'night'::text, 'violation'::text, 'many_new_rows'::text]))),
  CONSTRAINT ledger_check_attempts_singleton_check CHECK (singleton),
  CONSTRAINT ledger_check_attempts_pkey PRIMARY KEY (singleton)
);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

-- chat ----------------------------------------------------------------------------------------------------------

CREATE TABLE chat_rooms (
  low_user_id integer NOT NULL,
  high_user_id integer NOT NULL,
  message_count integer NOT NULL,
  last_message_id bigint NOT NULL,
  low_read_id bigint NOT NULL DEFAULT 0,
  high_read_id bigint NOT NULL DEFAULT 0,
  settled_id bigint NOT NULL DEFAULT 0,
  CONSTRAINT chat_rooms_check CHECK ((low_user_id < high_user_id)),
  CONSTRAINT chat_rooms_message_count_check CHECK ((message_count >= 1)),
  CONSTRAINT chat_rooms_high_user_id_fkey FOREIGN KEY (high_user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT chat_rooms_low_user_id_fkey FOREIGN KEY (low_user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT chat_rooms_pkey PRIMARY KEY (low_user_id, high_user_id)
);
CREATE INDEX chat_rooms_high_user_id_idx ON public.chat_rooms USING btree (high_user_id);
CREATE INDEX chat_rooms_low_user_id_last_message_id_idx ON public.chat_rooms USING btree (low_user_id, last_message_id DESC);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE chat_messages (
  id bigint NOT NULL,
  low_user_id integer NOT NULL,
  high_user_id integer NOT NULL,
  number integer NOT NULL,
  sender_id integer,
  message text NOT NULL,
  client_id text,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT chat_messages_client_id_check CHECK (((length(client_id) >= 1) AND (length(client_id) <= 64))),
  CONSTRAINT chat_messages_message_check CHECK (((length(message) >= 1) AND (length(message) <= 2000))),
  CONSTRAINT chat_messages_low_user_id_high_user_id_fkey FOREIGN KEY (low_user_id, high_user_id) REFERENCES chat_rooms(low_user_id, high_user_id) ON DELETE CASCADE,
  CONSTRAINT chat_messages_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT chat_messages_pkey PRIMARY KEY (id),
  CONSTRAINT chat_messages_low_user_id_high_user_id_number_key UNIQUE (low_user_id, high_user_id, number),
  CONSTRAINT chat_messages_sender_id_client_id_key UNIQUE (sender_id, client_id)
);
CREATE INDEX chat_messages_answers ON public.chat_messages USING btree (sender_id, id) WHERE (sender_id <> high_user_id);
CREATE INDEX chat_messages_low_user_id_high_user_id_id_sender_id_idx ON public.chat_messages USING btree (low_user_id, high_user_id, id) INCLUDE (sender_id);
-- rights of may_app: INSERT, SELECT

-- dashboard -----------------------------------------------------------------------------------------------------

CREATE TABLE daily_shop_stats (
  day date NOT NULL,
  unpaid integer NOT NULL,
  paid integer NOT NULL,
  delivered integer NOT NULL,
  refund_requested integer NOT NULL,
  refunded integer NOT NULL,
  cancelled integer NOT NULL,
  sales integer NOT NULL,
  sales_total bigint NOT NULL,
  refunds integer NOT NULL,
  refunds_total bigint NOT NULL,
  CONSTRAINT daily_shop_stats_pkey PRIMARY KEY (day)
);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE daily_product_stats (
  day date NOT NULL,
  product_id integer NOT NULL,
  sold integer NOT NULL,
  total bigint NOT NULL,
  CONSTRAINT daily_product_stats_pkey PRIMARY KEY (day, product_id)
);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

CREATE TABLE order_rollup_queue (
  event_id bigint NOT NULL
);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

-- housekeeping --------------------------------------------------------------------------------------------------

CREATE TABLE housekeeping_tasks (
  table_name text NOT NULL,
  since timestamp with time zone NOT NULL DEFAULT now(),
  night date NOT NULL,
  attempted_night date,
  began_at timestamp with time zone,
  ended_at timestamp with time zone,
  succeeded_at timestamp with time zone,
  seconds double precision NOT NULL DEFAULT 0,
  last_deleted bigint NOT NULL DEFAULT 0,
  deleted bigint NOT NULL DEFAULT 0,
  failure text,
  CONSTRAINT housekeeping_tasks_pkey PRIMARY KEY (table_name)
);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE

-- monitoring ----------------------------------------------------------------------------------------------------

CREATE TABLE worker_heartbeat (
  singleton boolean NOT NULL DEFAULT true,
  seen_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT worker_heartbeat_singleton_check CHECK (singleton),
  CONSTRAINT worker_heartbeat_pkey PRIMARY KEY (singleton)
);
-- rights of may_app: DELETE, INSERT, SELECT, UPDATE
