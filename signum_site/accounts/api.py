"""Who am I: lets a tool check its token."""

from typing import cast

from rest_framework import serializers
from rest_framework.generics import RetrieveUpdateAPIView
from rest_framework.permissions import IsAuthenticated

from .models import User


class MeSerializer(serializers.ModelSerializer):
    class Meta:
        model = User
        fields = ("username", "email", "language", "theme", "date_joined")
        read_only_fields = ("username", "email", "date_joined")


class MeView(RetrieveUpdateAPIView):
    """The account the token belongs to. Language and theme can be changed."""

    serializer_class = MeSerializer
    permission_classes = (IsAuthenticated,)
    http_method_names = ("get", "patch", "head", "options")

    def get_object(self) -> User:
        return cast(User, self.request.user)  # IsAuthenticated let nobody else in
