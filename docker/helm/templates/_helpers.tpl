{{/* The labels by which pods are found; they never change. Takes a dict of root and component. */}}
{{- define "may.selector" -}}
app.kubernetes.io/name: may
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{/* All labels. Takes a dict of root and component. */}}
{{- define "may.labels" -}}
{{ include "may.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- define "may.image" -}}
{{ printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) | quote }}
{{- end }}

{{/* A setting's value as a text: on and off are booleans in YAML, and numbers come as numbers. */}}
{{- define "may.value" -}}
{{- if kindIs "bool" . -}}
{{ ternary "on" "off" . | quote }}
{{- else if kindIs "string" . -}}
{{ . | quote }}
{{- else -}}
{{ . | int64 | toString | quote }}
{{- end }}
{{- end }}

{{/* The settings that are no secrets, as the data of a ConfigMap: what is given, else what follows from other values; the chart's own last. */}}
{{- define "may.settings" -}}
{{- /* The backend's service is reached inside the cluster alone, by web pods of whatever addresses; networkPolicy.enabled refuses all others. */}}
{{- $derived := dict "HOST" "0.0.0.0" "BACKEND_HOST" "0.0.0.0" "WEB_NETWORKS" "1" "DRAIN_SECONDS" (include "may.drain" .) }}
{{- if .Values.ingress.enabled }}
{{- $_ := set $derived "TRUST_PROXY" "1" }}
{{- $_ := set $derived "PUBLIC_URL" (printf "https://%s" (required "Set ingress.host to the name of the site." .Values.ingress.host)) }}
{{- end }}
{{- range $name, $value := $derived }}
{{- if not (hasKey $.Values.settings $name) }}
{{ $name }}: {{ $value | quote }}
{{- end }}
{{- end }}
{{- range $name, $value := .Values.settings }}
{{ $name }}: {{ include "may.value" $value }}
{{- end }}
NODE_ENV: production
DATA_DIR: /data
PORT: "3000"
BACKEND_PORT: "3001"
BACKEND_URL: {{ printf "http://%s-backend:3001" .Release.Name | quote }}
WORKER_METRICS_PORT: "9464"
{{- end }}

{{/* The seconds in which a stopping process still works: longer than a proxy takes to notice. */}}
{{- define "may.drain" -}}
{{- if hasKey .Values.settings "DRAIN_SECONDS" }}{{ .Values.settings.DRAIN_SECONDS | int64 }}{{ else }}10{{ end }}
{{- end }}

{{/* The name of the Secret with the secret settings. */}}
{{- define "may.secretName" -}}
{{ .Values.existingSecret | default (printf "%s-secrets" .Release.Name) }}
{{- end }}

{{/* Where backends and workers write: pictures, mails without SMTP_URL. */}}
{{- define "may.dataVolume" -}}
- name: data
{{- if .Values.persistence.enabled }}
  persistentVolumeClaim:
    claimName: {{ .Values.persistence.existingClaim | default (printf "%s-media" .Release.Name) }}
{{- else }}
  emptyDir: {}
{{- end }}
{{- end }}

{{/* What all pods have in common. */}}
{{- define "may.pod" -}}
automountServiceAccountToken: false
# Variables about the cluster's services would look like settings.
enableServiceLinks: false
{{- with .Values.serviceAccountName }}
serviceAccountName: {{ . }}
{{- end }}
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
{{- range . }}
  - name: {{ . }}
{{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  # The image's user node.
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    type: RuntimeDefault
{{- end }}

{{/* What all containers have in common. */}}
{{- define "may.container" -}}
image: {{ include "may.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end }}

{{/* A probe by HTTP. Takes a dict of path and port. */}}
{{- define "may.ask" -}}
httpGet:
  path: {{ .path }}
  port: {{ .port }}
timeoutSeconds: 5
{{- end }}

{{/* Where pods go: on machines of their own if there are enough. Takes a dict of root, component and its values. */}}
{{- define "may.placement" -}}
# Drains, lets calls under way end, and stops: docs/operations/deploying.md.
terminationGracePeriodSeconds: {{ add 55 (include "may.drain" .root | int64) }}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "may.selector" . | nindent 8 }}
{{- with .values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Replaces pods one by one and never has fewer than before. */}}
{{- define "may.rollout" -}}
strategy:
  type: RollingUpdate
  rollingUpdate:
    maxUnavailable: 0
    maxSurge: 1
{{- end }}

{{/* Pods restart when settings change. */}}
{{- define "may.checksums" -}}
checksum/settings: {{ include "may.settings" . | sha256sum }}
checksum/secrets: {{ toJson .Values.secrets | sha256sum }}
{{- end }}

{{/* One pod at a time leaves its machine. Takes a dict of root and component. */}}
{{- define "may.disruption" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ printf "%s-%s" .root.Release.Name .component }}
  labels:
    {{- include "may.labels" . | nindent 4 }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels:
      {{- include "may.selector" . | nindent 6 }}
{{- end }}

{{/* Takes a dict of root, component and its values. */}}
{{- define "may.autoscaler" -}}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ printf "%s-%s" .root.Release.Name .component }}
  labels:
    {{- include "may.labels" . | nindent 4 }}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: {{ printf "%s-%s" .root.Release.Name .component }}
  minReplicas: {{ .values.autoscaling.minReplicas }}
  maxReplicas: {{ .values.autoscaling.maxReplicas }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: {{ .values.autoscaling.targetCPUUtilizationPercentage }}
{{- end }}

{{/* The settings of a CronJob with the credentials of the migration, whose own Secret Helm deletes with the hook. What stands in a later one wins: the owner's. */}}
{{- define "may.ownerEnv" -}}
- configMapRef:
    name: {{ printf "%s-settings" .Release.Name }}
- secretRef:
    name: {{ include "may.secretName" . }}
{{- if .Values.migration.secrets }}
- secretRef:
    name: {{ printf "%s-owner-secrets" .Release.Name }}
{{- end }}
{{- with .Values.migration.existingSecret }}
- secretRef:
    name: {{ . }}
{{- end }}
{{- end }}
